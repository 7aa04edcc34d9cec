/** An icon button of a row with its name; offline it says why it does nothing. */
import type { ReactNode } from 'react'
import { ActionIcon } from '@mantine/core'
import { deviceTexts } from '#contract/texts/device-texts.ts'
import { useOnline } from '#console/data/api/use-online.ts'
import { WaitingTip } from '#console/ui/buttons/waiting-tip.tsx'
import classes from '#console/people/row-action.module.css'

interface RowActionProps {
  readonly name: string
  readonly icon: ReactNode
  /** Whether its action is running for this row. */
  readonly busy?: boolean
  readonly onPress: () => void
}

export function RowAction({ name, icon, busy = false, onPress }: RowActionProps) {
  const online = useOnline()
  return (
    <WaitingTip why={online ? undefined : deviceTexts.offlineReason} tooltip={name}>
      {(reason) => (
        <ActionIcon
          className={classes.action}
          aria-label={name}
          aria-describedby={reason}
          aria-haspopup="dialog"
          aria-disabled={!online || undefined}
          {...(!online && { 'data-disabled': true })}
          disabled={busy}
          onClick={() => {
            if (online) onPress()
          }}
        >
          {icon}
        </ActionIcon>
      )}
    </WaitingTip>
  )
}

/** Lays the buttons of a row out in a line. */
export function RowActions({ children }: { readonly children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>
}
