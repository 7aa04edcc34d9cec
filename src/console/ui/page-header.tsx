/** The header of a page: title, age of the rows, their status, and actions. Its changes move nothing below it. */
import { useState, type ReactNode } from 'react'
import clsx from 'clsx'
import { Button, Title } from '@mantine/core'
import { IconAlertTriangle, IconDownload } from '@tabler/icons-react'
import { listTexts } from '#contract/texts/list-texts.ts'
import classes from '#console/ui/page-header.module.css'

/** A problem with the rows of a page, or their progress. */
export interface PageStatus {
  readonly tone: 'failed' | 'old' | 'busy'
  /** Announced as soon as it appears. */
  readonly role?: 'alert'
  readonly what: string
  /** The reason and its meaning: sentences, or a continuation of the first one. */
  readonly more?: readonly string[]
  readonly onRetry?: () => void
}

interface PageHeaderProps {
  readonly title: string
  readonly age?: ReactNode
  /** Beside the title, such as the name of the open view. */
  readonly mark?: ReactNode
  readonly status: PageStatus | null
  /** Action buttons. */
  readonly children?: ReactNode
}

export function PageHeader({ title, age, mark, status, children }: PageHeaderProps) {
  return (
    <header className={classes.header}>
      <div className={classes.names}>
        <div className={classes.title}>
          <Title order={1} size="h3" id="screen-title">
            {title}
          </Title>
          {mark ? (
            <div className={classes.marked}>
              {mark}
              {age}
            </div>
          ) : (
            age
          )}
        </div>
        <div className={classes.line} />
        {status && <Status key={status.what} {...status} />}
      </div>
      {children && <div className={classes.actions}>{children}</div>}
    </header>
  )
}

/** As much of the status as fits on a line; a press shows all of it. */
function Status({ tone, role, what, more = [], onRetry }: PageStatus) {
  const [isWhole, setWhole] = useState(false)
  return (
    <div role={role} className={classes.status}>
      <button
        type="button"
        className={clsx(classes.said, classes[tone])}
        aria-expanded={isWhole}
        onClick={() => setWhole(!isWhole)}
      >
        {tone === 'busy' ? (
          <IconDownload size={16} aria-hidden />
        ) : (
          <IconAlertTriangle size={16} aria-hidden />
        )}
        <span className={isWhole ? undefined : classes.short}>
          <strong>{what}</strong>
          {more.map((each) => (
            <span key={each}>{each}</span>
          ))}
        </span>
      </button>
      {onRetry && (
        <Button variant="default" className={classes.retry} onClick={onRetry}>
          {listTexts.retry}
        </Button>
      )}
    </div>
  )
}
