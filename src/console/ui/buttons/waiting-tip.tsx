/** A tooltip over a button, and the reason while it waits: on hover, tap and focus, and for screen readers. */
import { useId, type ReactElement } from 'react'
import { Tooltip, VisuallyHidden } from '@mantine/core'

interface WaitingTipProps {
  /** Why the button does nothing now. */
  readonly why: string | undefined
  /** What the tooltip says otherwise. */
  readonly tooltip?: string | undefined
  /** The button, described by the id. */
  readonly children: (reason: string | undefined) => ReactElement
}

/** A finger does not hover, and not every screen reader reads a tooltip. */
const EVENTS = { hover: true, focus: true, touch: true }

export function WaitingTip({ why, tooltip, children }: WaitingTipProps) {
  const id = useId()
  const label = why ?? tooltip
  return (
    <>
      <Tooltip label={label} disabled={!label} {...(why !== undefined && { events: EVENTS })}>
        {children(why === undefined ? undefined : id)}
      </Tooltip>
      {why !== undefined && <VisuallyHidden id={id}>{why}</VisuallyHidden>}
    </>
  )
}
