/** One line of the box: an option of its list. */
import type { MouseEvent, ReactNode } from 'react'
import { UnstyledButton } from '@mantine/core'
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
    // Not the library's action, which takes no id: the field names its chosen option by it.
    <UnstyledButton
      id={id}
      role="option"
      component="div"
      tabIndex={-1}
      aria-selected={isSelected}
      className={classes.line}
      data-selected={isSelected || undefined}
      onMouseDown={keepFocus}
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
    </UnstyledButton>
  )
}

/** The focus stays in the field. */
function keepFocus(event: MouseEvent): void {
  event.preventDefault()
}
