/** A dashboard card: title, count, age and Refresh; the card itself links to its list. */
import { useEffect } from 'react'
import { ActionIcon, Loader, Paper, Skeleton, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { skipToken, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { collectionOf } from '#contract/collections.ts'
import { cardFailed, loadFailed } from '#contract/faults.ts'
import { dashboardTexts } from '#contract/texts/dashboard-texts.ts'
import { deviceTexts } from '#contract/texts/device-texts.ts'
import { useCollection } from '#console/data/collections/use-collection.ts'
import { countRows } from '#console/data/collections/count.ts'
import { countsKey, type StoredCount } from '#console/data/collections/counts.ts'
import { useFreshness } from '#console/data/collections/freshness.ts'
import { serverNow } from '#console/data/api/server-clock.ts'
import { checkLink } from '#console/data/api/link-check.ts'
import { useOnline } from '#console/data/api/use-online.ts'
import type { ListScreen } from '#console/list/list-screen.ts'
import { isAnothersTurn, readSession } from '#console/session/session.ts'
import { TOUCH_TARGET_PX } from '#console/theme.ts'
import { clockTime } from '#console/rows/formats.ts'
import { useCardFact } from '#console/screens/dashboard/cards/card-facts.ts'
import { Sparkline, SparklineInWords } from '#console/screens/dashboard/cards/sparkline.tsx'
import { CardState } from '#console/screens/dashboard/cards/card-state.tsx'
import { outcomesOf } from '#console/screens/dashboard/outcomes.ts'
import type { ListPath } from '#console/screens/lists.ts'
import { WaitingTip } from '#console/ui/buttons/waiting-tip.tsx'
import { useShowsSnapshot } from '#console/ui/snapshot-shown.ts'
import { loadReason } from '#console/ui/load-reason.ts'
import { notifyFailure } from '#console/ui/notify.tsx'
import { report } from '#console/ui/report.ts'
import classes from '#console/screens/dashboard/cards/dashboard-card.module.css'

interface DashboardCardProps {
  readonly screen: ListScreen<ListPath>
  /** Whether it is time to count the days of its records, or what stands out in its list. */
  readonly isPageReady: boolean
  /** The age shown once above the cards; a card repeats it only where its own differs. */
  readonly commonAge: string | undefined
}

export function DashboardCard({ screen, isPageReady, commonAge }: DashboardCardProps) {
  const { collection } = screen
  const { title } = collectionOf(collection)
  const { snapshot, error, failedAt, isRefreshing, refresh } = useCollection(collection)
  const kept = useQuery<StoredCount>({ queryKey: countsKey(collection), queryFn: skipToken }).data
  // The server may have counted after the rows of this device were fetched.
  const own = snapshot && !(kept && kept.fetchedAt > snapshot.fetchedAt) ? snapshot : undefined
  const freshness = useFreshness(collection, own ?? kept)
  const online = useOnline()
  // A button unmounted while it is busy would lose the keyboard focus.
  const busy = isRefreshing && online
  const count = own ? countRows(collection, own.rows) : kept?.count
  const hasDays = screen.group === 'Reports'
  const days = isPageReady && hasDays && snapshot ? outcomesOf(collection, snapshot.rows) : null
  const fact = useCardFact(collection, snapshot?.rows, isPageReady)
  const isFirstLoad = count === undefined && !error
  useFailureNotice(screen, error)
  // With rows on the card a refresh that fails as before changes nothing that the notice depends on.
  const refreshNow = async (): Promise<void> => {
    const { username: by } = readSession()
    const known = error && reasonOf(error)
    const { error: again } = await refresh()
    if (again && snapshot && reasonOf(again) === known && !isAnothersTurn(by))
      await notifyCardFailed(title, known)
  }
  useShowsSnapshot(count !== undefined)
  return (
    <Paper withBorder className={classes.card} data-failed={error ? true : undefined}>
      <Link to={screen.path} className={classes.link}>
        <Text component="h2" className={classes.title}>
          {title}
        </Text>
        {isFirstLoad ? (
          <Skeleton height={28} width={90} my={4} aria-label={deviceTexts.loading} />
        ) : (
          <Text component="span" className={classes.count}>
            {count?.toLocaleString('en') ?? '–'}
          </Text>
        )}
        <span className={classes.lines}>
          <span className={classes.age}>
            {freshness?.text !== commonAge && (
              <span className={freshness?.isOld ? classes.old : undefined}>{freshness?.text}</span>
            )}
            {failedAt !== null && (
              <span>{` ${deviceTexts.lastAttempt}: ${clockTime(failedAt, serverNow())}`}</span>
            )}
          </span>
          <CardState collection={collection} error={error}>
            {days ? <SparklineInWords days={days} /> : fact}
          </CardState>
        </span>
        {days && <Sparkline days={days} />}
      </Link>
      <WaitingTip
        why={online ? undefined : deviceTexts.offlineReason}
        tooltip={dashboardTexts.refreshCard(title)}
      >
        {(reason) => (
          <ActionIcon
            className={classes.refresh}
            size={TOUCH_TARGET_PX}
            aria-label={dashboardTexts.refreshCard(title)}
            aria-describedby={reason}
            aria-disabled={!online || busy}
            aria-busy={busy}
            onClick={() => {
              if (online && !busy) void refreshNow()
            }}
          >
            {busy ? (
              <Loader size={18} color="currentColor" aria-hidden />
            ) : (
              <IconRefresh size={18} aria-hidden />
            )}
          </ActionIcon>
        )}
      </WaitingTip>
    </Paper>
  )
}

/** Shows 'Failed to load {title}: {message}', once for a failure that is repeated in the background. */
function useFailureNotice(screen: ListScreen, error: Error | null): void {
  const { title, area } = collectionOf(screen.collection)
  const reason = error && reasonOf(error)
  const logged = error && error.message
  useEffect(() => {
    if (reason === null) return
    report(loadFailed(area), logged)
    void notifyCardFailed(title, reason)
  }, [title, area, reason, logged])
}

/** Without a connection the banner says so for all cards, and a notice of each would only cover the page. */
async function notifyCardFailed(title: string, reason: string): Promise<void> {
  if (await checkLink()) notifyFailure(cardFailed(title, reason))
}

function reasonOf(error: Error): string {
  return loadReason(error, deviceTexts.serverFault)
}
