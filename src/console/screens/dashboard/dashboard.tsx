/** The dashboard: a card for each collection the admin may see, and a sync of all of them. */
import { Suspense, useEffect, useState } from 'react'
import { Progress, SimpleGrid } from '@mantine/core'
import { IconLock, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { showsCard } from '#contract/access.ts'
import { collectionOf, pulledCollections } from '#contract/collections.ts'
import { dashboardTexts } from '#contract/texts/dashboard-texts.ts'
import { deviceTexts } from '#contract/texts/device-texts.ts'
import { listTexts } from '#contract/texts/list-texts.ts'
import { useOffers } from '#console/data/api/config.ts'
import { allCountsQuery } from '#console/data/collections/counts.ts'
import {
  useServerState,
  useIsNeverSynced,
  useSyncRefusal,
} from '#console/data/collections/server-state.ts'
import { useIsFetchingCollections } from '#console/data/collections/use-collection.ts'
import { useIsSyncing } from '#console/data/collections/sync.ts'
import { CardsAge, useCommonAge } from '#console/screens/dashboard/cards/cards-age.tsx'
import { DashboardCard } from '#console/screens/dashboard/cards/dashboard-card.tsx'
import { NeedsAttention } from '#console/screens/dashboard/attention/needs-attention.tsx'
import { lists } from '#console/screens/lists.ts'
import { FIRST_STEPS_SPACE } from '#console/screens/dashboard/steps.ts'
import { useSyncStatus } from '#console/screens/dashboard/sync-status.ts'
import { areFirstStepsHidden } from '#console/session/first-steps-memory.ts'
import { principalOf, useSession } from '#console/session/session.ts'
import { CertificateBanner } from '#console/sync/certificate-banner.tsx'
import { SetUpBanner } from '#console/sync/set-up-banner.tsx'
import { syncAll } from '#console/sync/sync-all.ts'
import { SyncDetailsButton } from '#console/sync/sync-details-button.tsx'
import { ConnectedButton } from '#console/ui/buttons/connected-button.tsx'
import { lazyPart } from '#console/ui/lazy/lazy-part.tsx'
import { ReservedSpace } from '#console/ui/space/reserved-space.tsx'
import { SectionFallback } from '#console/ui/lazy/missing-part.tsx'
import { EmptyState } from '#console/ui/status/empty-state.tsx'
import { serverNow } from '#console/data/api/server-clock.ts'
import { PageHeader } from '#console/ui/page-header.tsx'
import { whenIdle } from '#console/ui/when-idle.ts'
import classes from '#console/screens/dashboard/dashboard.module.css'

/** Comes with the chart library. */
const RecordCharts = lazyPart(
  () => import('#console/screens/dashboard/record-charts.tsx').then((m) => m.RecordCharts),
  SectionFallback,
)

/** Seen only while an installation is new. */
const FirstSteps = lazyPart(
  () => import('#console/screens/dashboard/first-steps.tsx').then((m) => m.FirstSteps),
  SectionFallback,
)

export function Dashboard() {
  const session = useSession()
  const syncing = useIsSyncing()
  const fetching = useIsFetchingCollections()
  const who = principalOf(session)
  const cards = lists.filter((screen) => showsCard(screen.access, who))
  const pulled = pulledCollections.filter((name) => showsCard(collectionOf(name).access, who))
  const status = useSyncStatus(pulled)
  const reports = cards.filter(({ group }) => group === 'Reports')
  const isPageReady = usePageReady(!fetching && cards.length > 0)
  const age = useCommonAge(cards.map(({ collection }) => collection))
  const refusal = useSyncRefusal(useIsNeverSynced(pulled))
  const offers = useOffers()
  const [isHidden, setHidden] = useState(areFirstStepsHidden)
  const told = useServerState(who.isSuperAdmin)
  const guides = who.isSuperAdmin && !isHidden && offers.includes('server-state')
  useQuery({ ...allCountsQuery(), enabled: offers.includes('counts') && cards.length > 0 })
  return (
    <section aria-labelledby="screen-title">
      {refusal && <SetUpBanner refusal={refusal} />}
      <CertificateBanner endsAt={told?.details?.certificate_ends_at} now={serverNow()} />
      <PageHeader title={dashboardTexts.welcome} status={status}>
        {pulled.length > 0 && (
          <>
            <ConnectedButton
              variant="filled"
              label={listTexts.syncFrom}
              busyLabel={deviceTexts.syncing}
              refusal={refusal?.reason}
              busy={syncing}
              icon={<IconRefresh size={18} aria-hidden />}
              onClick={() => void syncAll(pulled)}
            />
            <SyncDetailsButton />
          </>
        )}
      </PageHeader>
      <div className={classes.bar}>
        {(syncing || fetching) && (
          <Progress value={100} animated size="xs" aria-label={deviceTexts.loading} />
        )}
      </div>
      {cards.length > 0 && <NeedsAttention screens={cards} />}
      {guides && (
        <Suspense fallback={<ReservedSpace name={FIRST_STEPS_SPACE} isSettled={false} />}>
          <FirstSteps
            isSyncing={syncing}
            onSync={() => void syncAll(pulled)}
            onHide={() => setHidden(true)}
          />
        </Suspense>
      )}
      <CardsAge age={age} />
      {cards.length > 0 ? (
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3, xl: 4 }} spacing="md">
          {cards.map((screen) => (
            <DashboardCard
              key={screen.path}
              screen={screen}
              commonAge={age?.text}
              isPageReady={isPageReady}
            />
          ))}
        </SimpleGrid>
      ) : (
        // After a skipped setup the alert above explains the empty page; the server refused nothing.
        session.twoFactorVerified && <EmptyState icon={IconLock} text={dashboardTexts.noFeatures} />
      )}
      {isPageReady && reports.length > 0 && (
        <Suspense>
          <RecordCharts screens={reports} />
        </Suspense>
      )}
    </section>
  )
}

/** The charts were shown before: on return their space is there at once. */
let wereShown = false

/**
 * Whether the rest of the page is done, so that facts and days are counted and charts loaded.
 * @param isQuiet whether no request is running: the cards load first
 */
function usePageReady(isQuiet: boolean): boolean {
  const [isTime, setIsTime] = useState(wereShown)
  const waits = isQuiet && !isTime
  useEffect(() => {
    if (!waits) return undefined
    return whenIdle(() => {
      wereShown = true
      setIsTime(true)
    })
  }, [waits])
  return isTime
}
