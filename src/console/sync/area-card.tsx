/** One area: its running pull, its last success apart from its last attempt, and the actions. */
import { useState } from 'react'
import { Paper, Text } from '@mantine/core'
import { IconPlayerStop, IconRefresh } from '@tabler/icons-react'
import { listOf, isListName, isPulledList, type PulledList } from '#contract/lists.ts'
import { deviceTexts } from '#contract/texts/device-texts.ts'
import type { SyncArea } from '#contract/sync/runs.ts'
import { syncTexts } from '#contract/texts/sync-texts.ts'
import { syncCollection, useSyncState } from '#console/data/collections/sync.ts'
import { cancelSync } from '#console/data/collections/sync-runs.ts'
import { AreaProgress } from '#console/sync/area-progress.tsx'
import { Refusals } from '#console/sync/refusals.tsx'
import { RunStateSign } from '#console/sync/run-state.tsx'
import { ageOf, areaTitle, runInWords, whenInWords } from '#console/sync/run-words.ts'
import { notifySyncOutcomes } from '#console/sync/notify-outcomes.ts'
import { isAnothersTurn, readSession } from '#console/session/session.ts'
import { ConnectedButton } from '#console/ui/buttons/connected-button.tsx'
import { notifyFailure } from '#console/ui/notify.tsx'
import classes from '#console/sync/sync-centre.module.css'

interface AreaCardProps {
  readonly area: SyncArea
  /** When this state was received, in ms by the device's clock. */
  readonly at: number
}

export function AreaCard({ area, at }: AreaCardProps) {
  const { collection, present, last, last_success, expected_rows } = area
  const shown = present ?? last
  const failed = last !== null && last.id !== last_success?.id
  return (
    <Paper withBorder className={classes.area} component="li">
      <div className={classes.head}>
        <div className={classes.line}>
          <Text component="h3" fw={650}>
            {areaTitle(collection)}
          </Text>
          {shown && <RunStateSign run={shown} />}
        </div>
        <AreaAction area={area} />
      </div>
      {present && (
        <AreaProgress key={present.id} run={present} expectedRows={expected_rows} at={at} />
      )}
      <Text size="sm">
        {last_success?.ended_at
          ? `${syncTexts.lastSuccess(ageOf(last_success.ended_at))} ${runInWords(last_success)}`
          : syncTexts.never}
      </Text>
      {last && failed && last.ended_at && (
        <Text size="sm" className={last.cancelled === true ? undefined : classes.failed}>
          {syncTexts.lastAttempt(whenInWords(last.ended_at))} {syncTexts.by(last.started_by)}:{' '}
          {last.sentence ?? syncTexts.states[last.state]} {last.next_step}
        </Text>
      )}
      {last?.state === 'success' && last.sentence !== null && (
        <Text size="sm">
          {last.sentence} {last.next_step}
        </Text>
      )}
      {last && <Refusals run={last} />}
    </Paper>
  )
}

function AreaAction({ area: { collection, present } }: Pick<AreaCardProps, 'area'>) {
  if (!isListName(collection) || !isPulledList(collection)) return null
  return <SyncOrCancel name={collection} isRunning={present !== null} />
}

interface SyncOrCancelProps {
  readonly name: PulledList
  /** Whether a pull is under way, whoever started it. */
  readonly isRunning: boolean
}

/** One button for both: with a button each, the focus would be lost whenever one replaces the other. */
function SyncOrCancel({ name, isRunning }: SyncOrCancelProps) {
  const { kind } = useSyncState(name)
  const [isCancelling, setCancelling] = useState(false)
  const { area } = listOf(name)
  const sync = async (): Promise<void> =>
    notifySyncOutcomes([{ name, state: await syncCollection(name) }])
  const cancel = async (): Promise<void> => {
    setCancelling(true)
    const { username: by } = readSession()
    await cancelSync(name).catch(() => {
      if (!isAnothersTurn(by)) notifyFailure(syncTexts.cancelFailed)
    })
    setCancelling(false)
  }
  const action = isRunning
    ? {
        label: syncTexts.cancelArea(area),
        text: syncTexts.cancel,
        busyLabel: syncTexts.cancelling,
        busy: isCancelling,
        icon: <IconPlayerStop size={18} aria-hidden />,
        onClick: () => void cancel(),
      }
    : {
        label: syncTexts.syncArea(area),
        text: syncTexts.sync,
        busyLabel: deviceTexts.syncing,
        busy: kind === 'syncing' || isCancelling,
        icon: <IconRefresh size={18} aria-hidden />,
        onClick: () => void sync(),
      }
  return <ConnectedButton {...action} />
}
