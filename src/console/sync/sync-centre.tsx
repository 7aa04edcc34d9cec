/**
 * The sync centre: progress of each area, history, problems and actions
 * (decisions/server/erp-pulls.md).
 */
import { useEffect, useRef } from 'react'
import { Alert, Group, Loader, Modal, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { isListName } from '#contract/lists.ts'
import { deviceTexts } from '#contract/texts/device-texts.ts'
import type { SyncArea } from '#contract/sync/runs.ts'
import { syncTexts } from '#contract/texts/sync-texts.ts'
import { useOnline } from '#console/data/api/use-online.ts'
import { SYNC_RUNS_KEY } from '#console/data/collections/queries.ts'
import { queryClient } from '#console/data/api/query-client.ts'
import { syncAreasQuery } from '#console/data/collections/sync-runs.ts'
import { refetchList } from '#console/data/collections/refetch-list.ts'
import { AreaCard } from '#console/sync/area-card.tsx'
import { Budget } from '#console/sync/budget.tsx'
import { ReadAgainButton } from '#console/sync/read-again-button.tsx'
import { SyncHistory } from '#console/sync/history.tsx'
import classes from '#console/sync/sync-centre.module.css'

interface SyncCentreProps {
  readonly onClose: () => void
}

export function SyncCentre({ onClose }: SyncCentreProps) {
  const narrow = useMediaQuery('(max-width: 899px)', false, { getInitialValueInEffect: false })
  const online = useOnline()
  const areas = useQuery(syncAreasQuery())
  useRefreshAfterRuns(areas.data)
  return (
    <Modal opened title={syncTexts.title} size="48rem" fullScreen={narrow} onClose={onClose}>
      <Text size="sm" c="dimmed">
        {online ? syncTexts.runsOn : syncTexts.offline}
      </Text>
      {areas.isError && online && (
        <Alert color="red" role="alert" mt="sm">
          {syncTexts.loadFailed}
        </Alert>
      )}
      {areas.isPending && online && (
        <Loader role="progressbar" aria-label={deviceTexts.loading} mt="md" />
      )}
      <Group justify="space-between" mt="md">
        <Title order={2} size="h4">
          {syncTexts.areas}
        </Title>
        <ReadAgainButton />
      </Group>
      <ul className={classes.list}>
        {areas.data?.map((area) => (
          <AreaCard key={area.collection} area={area} at={areas.dataUpdatedAt} />
        ))}
      </ul>
      <Budget />
      <SyncHistory />
    </Modal>
  )
}

/** A sync that has ended, whoever started it, is now in the history, and its rows are on the server. */
function useRefreshAfterRuns(areas: readonly SyncArea[] | undefined): void {
  const known = useRef<readonly SyncArea[] | undefined>(undefined)
  useEffect(() => {
    const before = known.current
    known.current = areas
    if (!before || !areas) return
    const ended = areas.filter(
      ({ collection, last }) =>
        last?.id !== before.find((area) => area.collection === collection)?.last?.id,
    )
    if (ended.length > 0) void queryClient.invalidateQueries({ queryKey: SYNC_RUNS_KEY })
    for (const { collection } of ended) {
      if (isListName(collection)) void refetchList(queryClient, collection)
    }
  }, [areas])
}
