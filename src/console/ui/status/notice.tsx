/** The problem with the rows of a page, and the actions for it. */
import type { ReactNode } from 'react'
import clsx from 'clsx'
import { IconAlertTriangle } from '@tabler/icons-react'
import classes from '#console/ui/status/notice.module.css'

interface NoticeProps {
  readonly tone: 'failed' | 'old'
  /** Announced by screen readers as soon as it appears. */
  readonly role?: 'alert'
  readonly action?: ReactNode
  readonly children: ReactNode
}

export function Notice({ tone, role, action, children }: NoticeProps) {
  return (
    <div role={role} className={clsx(classes.notice, classes[tone])}>
      <IconAlertTriangle size={20} aria-hidden className={classes.sign} />
      <div className={classes.words}>{children}</div>
      {action}
    </div>
  )
}
