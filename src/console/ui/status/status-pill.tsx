/** A status as a light pill: colour, icon and word. Plain markup, because a table draws one in each row. */
import type { ReactNode } from 'react'
import clsx from 'clsx'
import { IconAlertTriangle, IconCheck, IconMinus, IconX } from '@tabler/icons-react'
import type { StatusTone } from '#console/rows/status-tone.ts'
import classes from '#console/ui/status/status-pill.module.css'

/** The look of each tone; `color` is one of the library's, whose light variant has the tone's tint (tokens.ts). */
export const TONES = {
  succeeded: { color: 'green', Icon: IconCheck },
  failed: { color: 'red', Icon: IconX },
  attention: { color: 'amber', Icon: IconAlertTriangle },
  none: { color: 'gray', Icon: IconMinus },
} as const satisfies Record<StatusTone, unknown>

interface StatusPillProps {
  readonly tone: StatusTone
  /** In place of the tone's own icon. */
  readonly icon?: ReactNode
  readonly children: ReactNode
}

export function StatusPill({ tone, icon, children }: StatusPillProps) {
  const { Icon } = TONES[tone]
  return (
    <span className={clsx(classes.pill, classes[tone])}>
      {icon ?? <Icon size={14} aria-hidden />}
      <span className={classes.word}>{children}</span>
    </span>
  )
}
