/** The state of a sync as colour, icon and word. */
import { Badge } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconClock, IconRefresh, IconX } from '@tabler/icons-react'
import type { RunState } from '#contract/sync/runs.ts'
import { syncTexts } from '#contract/texts/sync-texts.ts'

const SIGNS = {
  waiting: { color: 'gray', Icon: IconClock },
  running: { color: 'harbour', Icon: IconRefresh },
  success: { color: 'green', Icon: IconCheck },
  partial: { color: 'amber', Icon: IconAlertTriangle },
  empty: { color: 'amber', Icon: IconAlertTriangle },
  failed: { color: 'red', Icon: IconX },
} as const satisfies Record<RunState, unknown>

interface RunStateProps {
  readonly state: RunState
}

export function RunStateSign({ state }: RunStateProps) {
  const { color, Icon } = SIGNS[state]
  return (
    <Badge color={color} variant="filled" leftSection={<Icon size={12} aria-hidden />}>
      {syncTexts.states[state]}
    </Badge>
  )
}
