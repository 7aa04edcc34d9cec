/** What is wrong with the rows of a page, and what can be done. */
import type { ReactNode } from 'react'
import clsx from 'clsx'
import { IconAlertTriangle } from '@tabler/icons-react'
import classes from '#console/list/notice.module.css'

interface NoticeProps {
  readonly tone: 'failed' | 'old'
  /** Read out as soon as it stands. */
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
