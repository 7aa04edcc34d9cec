/** A button for an action that needs the server: offline it stays readable, does nothing and says why (decisions/console/offline.md). */
import type { ReactNode } from 'react'
import { Button, Loader } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { deviceTexts } from '#contract/texts/device-texts.ts'
import { useOnline } from '#console/data/api/use-online.ts'
import { WaitingTip } from '#console/ui/buttons/waiting-tip.tsx'
import classes from '#console/ui/buttons/connected-button.module.css'

interface ConnectedButtonProps {
  /** Its accessible name. */
  readonly label: string
  /** The visible label, if shorter than its name. */
  readonly text?: string
  readonly busyLabel?: string
  readonly busy: boolean
  readonly icon: ReactNode
  readonly variant?: 'filled' | 'default'
  readonly tooltip?: string
  /** Why the action cannot work now; it is disabled then. */
  readonly refusal?: string | undefined
  readonly onClick: () => void
}

export function ConnectedButton(props: ConnectedButtonProps) {
  const { label, text = label, busyLabel = text, busy, icon, tooltip, onClick } = props
  const { variant = 'default', refusal } = props
  const online = useOnline()
  const why = online ? refusal : deviceTexts.offlineReason
  const can = why === undefined
  return (
    <WaitingTip why={why} tooltip={tooltip}>
      {(reason) => (
        <Button
          variant={variant}
          aria-label={label}
          aria-busy={busy}
          aria-describedby={reason}
          aria-disabled={busy || !can}
          {...((busy || !can) && { 'data-disabled': true })}
          leftSection={sign(icon, busy, online)}
          onClick={() => {
            if (can && !busy) onClick()
          }}
        >
          <span
            className={classes.words}
            data-widest={text.length < busyLabel.length ? busyLabel : text}
          >
            {busy ? busyLabel : text}
          </span>
        </Button>
      )}
    </WaitingTip>
  )
}

function sign(icon: ReactNode, busy: boolean, online: boolean): ReactNode {
  if (busy) return <Loader size="xs" color="currentColor" aria-hidden />
  return online ? icon : <IconCloudOff size={18} aria-hidden />
}
