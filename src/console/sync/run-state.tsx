/** The state of a sync as a pill. */
import { IconClock, IconRefresh } from '@tabler/icons-react'
import type { RunState, SyncRun } from '#contract/sync/runs.ts'
import { syncTexts } from '#contract/texts/sync-texts.ts'
import type { StatusTone } from '#console/rows/status-tone.ts'
import { StatusPill } from '#console/ui/status/status-pill.tsx'

const TONE_OF: Record<RunState, StatusTone> = {
  waiting: 'none',
  running: 'none',
  success: 'succeeded',
  partial: 'attention',
  empty: 'attention',
  failed: 'failed',
}

const ICON_OF: Partial<Record<RunState, typeof IconClock>> = {
  waiting: IconClock,
  running: IconRefresh,
}

interface RunStateProps {
  readonly run: Pick<SyncRun, 'state' | 'cancelled'>
}

export function RunStateSign({ run: { cancelled, state } }: RunStateProps) {
  if (cancelled === true) return <StatusPill tone="none">{syncTexts.cancelled}</StatusPill>
  const Icon = ICON_OF[state]
  return (
    <StatusPill tone={TONE_OF[state]} icon={Icon && <Icon size={14} aria-hidden />}>
      {syncTexts.states[state]}
    </StatusPill>
  )
}
