/** A button in a table row: as narrow as its label, and at least a finger high on touch screens. */
import type { ReactNode } from 'react'
import { Button } from '@mantine/core'
import classes from '#console/ui/buttons/row-button.module.css'

interface RowButtonProps {
  readonly children: ReactNode
  /** Announced in place of the label. */
  readonly name?: string
  /** The fill colour; without it the button is subtle. */
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
      className={classes.button}
      size="compact-sm"
      variant={color === undefined ? 'light' : 'filled'}
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
