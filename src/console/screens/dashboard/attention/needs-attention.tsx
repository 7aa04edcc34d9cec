/** What needs attention, above the cards: each sentence leads to its rows. Otherwise 'All clear', with what was checked. */
import { useMemo } from 'react'
import { Paper, Text } from '@mantine/core'
import { IconAlertTriangle, IconChevronRight, IconCircleCheck, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { collectionOf } from '#contract/collections.ts'
import { loadFailed } from '#contract/faults.ts'
import { attentionTexts } from '#contract/texts/own/attention-texts.ts'
import { exceptionScreenTexts } from '#contract/texts/own/exception-screen-texts.ts'
import { joinWithAnd } from '#contract/texts/own/joined-words.ts'
import { syncTexts } from '#contract/texts/sync-texts.ts'
import { useOffers } from '#console/data/api/config.ts'
import { useOnline } from '#console/data/api/use-online.ts'
import { collectionQuery } from '#console/data/collections/queries.ts'
import { syncAreasQuery } from '#console/data/collections/sync-runs.ts'
import { useFreshnesses } from '#console/data/collections/freshness.ts'
import { useExceptions } from '#console/data/exceptions/use-exceptions.ts'
import type { ListScreen } from '#console/list/list-screen.ts'
import { clockTime } from '#console/rows/formats.ts'
import {
  ageLines,
  type AttentionLine,
  exceptionLines,
  shipmentLines,
  syncLines,
} from '#console/screens/dashboard/attention/attention-lines.ts'
import { useAges } from '#console/screens/dashboard/cards/cards-age.tsx'
import type { ListPath } from '#console/screens/lists.ts'
import { useSession } from '#console/session/session.ts'
import { ReservedSpace } from '#console/ui/space/reserved-space.tsx'
import classes from '#console/screens/dashboard/attention/needs-attention.module.css'

type Card = ListScreen<ListPath>

interface NeedsAttentionProps {
  /** The lists that the person sees. */
  readonly screens: readonly Card[]
}

export function NeedsAttention({ screens }: NeedsAttentionProps) {
  const { lines, checked, isChecking, failed, now } = useAttention(screens)
  const isClear = lines.length === 0 && failed.length === 0
  return (
    <ReservedSpace name="attention" isSettled={!isChecking}>
      <Paper
        component="section"
        withBorder
        className={classes.box}
        aria-labelledby="attention-title"
      >
        {/* Not a heading: those of the cards are the page's. */}
        <Text fw={650} id="attention-title" className={classes.title}>
          {attentionTexts.title}
        </Text>
        {failed.map((words) => (
          <Text key={words} size="sm" className={classes.missing}>
            {words}
          </Text>
        ))}
        {lines.length > 0 && (
          <ul className={classes.lines}>
            {lines.map(({ key, ...line }) => (
              <li key={key}>
                <Line {...line} />
              </li>
            ))}
          </ul>
        )}
        {isClear && (
          <Text size="sm" role="status" className={classes.clear}>
            {isChecking ? (
              attentionTexts.checking
            ) : (
              <>
                <IconCircleCheck size={18} aria-hidden className={classes.tick} />
                <strong>{attentionTexts.allClear}</strong>
                <span className={classes.checked}>
                  {attentionTexts.checked(joinWithAnd(checked), clockTime(now, now))}
                </span>
              </>
            )}
          </Text>
        )}
      </Paper>
    </ReservedSpace>
  )
}

function Line({ tone, count, words, to, filter }: Omit<AttentionLine, 'key'>) {
  const Icon = tone === 'failed' ? IconX : IconAlertTriangle
  return (
    <Link to={to} search={filter ? { filter } : {}} className={classes.line} data-tone={tone}>
      <Icon size={18} aria-hidden className={classes.icon} />
      {count !== null && <span className={classes.count}>{count.toLocaleString('en')}</span>}
      <span className={classes.words}>{words}</span>
      <IconChevronRight size={18} aria-hidden className={classes.way} />
    </Link>
  )
}

const SHIPMENTS = 'inboundShipments'

function useAttention(screens: readonly Card[]) {
  const { groups, missing, isRestoring, now, fetchedAt } = useExceptions()
  const session = useSession()
  const enabled = session.token !== null
  const online = useOnline()
  const hasSyncs = useOffers().includes('syncs')
  const seesShipments = screens.some(({ collection }) => collection === SHIPMENTS)
  const shipmentQuery = useQuery({
    ...collectionQuery(SHIPMENTS),
    enabled: enabled && seesShipments,
  })
  const shipments = shipmentQuery.data?.rows
  const lacksShipments = seesShipments && !shipments
  const asksSyncs = enabled && hasSyncs && session.twoFactorVerified
  const syncs = useQuery({ ...syncAreasQuery(), enabled: asksSyncs })
  // Refused, or not asked because there is no connection: their state is unknown.
  const lacksSyncs = asksSyncs && !syncs.data && !syncs.isLoading
  const names = screens.map(({ collection }) => collection)
  const ages = useFreshnesses(names, useAges(names))
  const ofExceptions = useMemo(() => exceptionLines(groups.flatMap(({ open }) => open)), [groups])
  const ofShipments = useMemo(
    () => (shipments ? shipmentLines(shipments, now) : []),
    [shipments, now],
  )
  const seesRecords = missing.length > 0 || fetchedAt !== null
  const titles = new Map(
    screens.map(({ collection, title, path }) => [collection, { title, path }]),
  )
  const old = ageLines(
    screens.flatMap(({ title, path }, nth) => {
      const age = ages[nth]
      return age ? [{ title, path, age }] : []
    }),
  )
  const known = [
    ...ofExceptions,
    ...ofShipments,
    ...old,
    // Old rows say the same already.
    ...(old.length > 0 ? [] : syncLines(syncs.data ?? [], titles, now)),
  ]
  // A part of a number would be taken for all of it, and a line that comes later would push the others down, under
  // the finger. Without a connection what is missing does not come.
  const isComing = isRestoring || (online && missing.some(({ error }) => !error))
  const lines = isComing ? [] : known
  const isChecking =
    isRestoring ||
    missing.some(({ error }) => !error) ||
    (lacksShipments && !shipmentQuery.failureReason) ||
    syncs.isLoading ||
    (ages.length > 0 && ages.every((age) => age === null))
  return {
    lines,
    isChecking,
    now,
    failed: [
      missing.flatMap(({ name, error }) =>
        error ? exceptionScreenTexts.listMissing(collectionOf(name).title) : [],
      ),
      lacksShipments && shipmentQuery.failureReason
        ? `${loadFailed(collectionOf(SHIPMENTS).area)}.`
        : [],
      lacksSyncs ? syncTexts.loadFailed : [],
    ].flat(),
    checked: [
      seesRecords ? attentionTexts.records : [],
      seesShipments ? attentionTexts.shipments : [],
      attentionTexts.ages,
      hasSyncs ? attentionTexts.syncs : [],
    ].flat(),
  }
}
