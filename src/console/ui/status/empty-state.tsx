/** Shown in place of rows: an icon, a sentence, and what changes it. */
import type { ReactNode } from 'react'
import { IconInbox, type Icon } from '@tabler/icons-react'
import classes from '#console/ui/status/empty-state.module.css'

interface EmptyStateProps {
  /** In place of the empty tray. */
  readonly icon?: Icon
  readonly text: string
  /** The button that changes it. */
  readonly children?: ReactNode
}

export function EmptyState({ icon: Sign = IconInbox, text, children }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      <Sign size={32} stroke={1.5} aria-hidden />
      <span>{text}</span>
      {children}
    </div>
  )
}
