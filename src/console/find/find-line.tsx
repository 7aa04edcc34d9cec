/** One line of the box: an option of its list. */
import type { ReactNode } from 'react'
import { Spotlight } from '@mantine/spotlight'
import classes from '#console/find/find-box.module.css'

/** What a line shows, and what choosing it does. */
export interface Line {
  readonly key: string
  readonly icon: ReactNode
  readonly label: string
  /** What it is. */
  readonly kind?: string
  readonly number?: string
  readonly where?: string
  /** How old its list is, where that is too old. */
  readonly age?: string | null
  readonly run: () => void
}

export interface LineGroup {
  readonly title: string
  readonly lines: readonly Line[]
}

/** Something that is done rather than opened. */
export interface FindAction {
  readonly title: string
  readonly icon: ReactNode
  readonly run: () => void
}

interface FindLineProps {
  readonly line: Line
  readonly id: string
  readonly isSelected: boolean
}

export function FindLine({ line, id, isSelected }: FindLineProps) {
  const { icon, label, kind, number, where, age, run } = line
  return (
    <Spotlight.Action
      id={id}
      role="option"
      component="div"
      aria-selected={isSelected}
      className={classes.line}
      data-selected={isSelected || undefined}
      closeSpotlightOnTrigger={false}
      onClick={run}
    >
      <span className={classes.icon}>{icon}</span>
      <span className={classes.body}>
        <span className={classes.label}>{label}</span>
        {(where ?? '') !== '' && <span className={classes.where}>{where}</span>}
      </span>
      <span className={classes.aside}>
        {(number ?? '') !== '' && <span className={classes.number}>{number}</span>}
        {kind !== undefined && <span>{kind}</span>}
        {age && <span className={classes.old}>{age}</span>}
      </span>
    </Spotlight.Action>
  )
}
