/** An icon button: its name is read out and shown as a tooltip. */
import type { ComponentPropsWithRef } from 'react'
import { ActionIcon, type ActionIconProps } from '@mantine/core'

type ButtonProps = Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps>

interface ToolbarButtonProps extends Omit<ActionIconProps, 'size'>, ButtonProps {
  readonly label: string
}

/** Accepts the props that a menu or popover passes to its trigger. */
export function ToolbarButton({ label, ...rest }: ToolbarButtonProps) {
  return (
    <ActionIcon
      size="var(--control-height)"
      variant="default"
      aria-label={label}
      title={label}
      {...rest}
    />
  )
}
