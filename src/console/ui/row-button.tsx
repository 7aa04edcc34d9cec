/** A button in the row of a table: no wider than its words need, and as high as a finger where there is one. */
import type { ReactNode } from 'react'
import { Button } from '@mantine/core'
import classes from '#console/ui/row-button.module.css'

interface RowButtonProps {
  readonly children: ReactNode
  /** Read out instead of the words. */
  readonly name?: string
  /** Filled with it; without, the button is quiet. */
  readonly color?: string
  readonly icon?: ReactNode
  readonly isDisabled?: boolean
  /** Where focus comes back to when what it opened is closed. */
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
