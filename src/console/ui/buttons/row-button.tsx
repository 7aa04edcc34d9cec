/** A button in a table row: as narrow as its label, and at least a finger high on touch screens. */
import type { ReactNode } from 'react'
import clsx from 'clsx'
import { Button } from '@mantine/core'
import classes from '#console/ui/buttons/row-button.module.css'

interface RowButtonProps {
  readonly children: ReactNode
  /** Announced in place of the label. */
  readonly name?: string
  /** The colour of a status; the button is a pill then. */
  readonly color?: string
  readonly icon?: ReactNode
  readonly isDisabled?: boolean
  /** Identifies the button, so that the focus returns to it when the dialog closes. */
  readonly step: string
  readonly onPress: () => void
}

export function RowButton(props: RowButtonProps) {
  const { children, name, color, icon, isDisabled = false, step, onPress } = props
  return (
    <Button
      className={clsx(classes.button, color !== undefined && classes.pill)}
      size="compact-sm"
      variant="light"
      {...(color !== undefined && { color })}
      leftSection={icon}
      disabled={isDisabled}
      {...(name !== undefined && { 'aria-label': name })}
      data-step={step}
      onClick={onPress}
    >
      {children}
    </Button>
  )
}
