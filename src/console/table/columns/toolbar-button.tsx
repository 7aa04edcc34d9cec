/** An icon button: its name is read out and shown as a tooltip. */
import type { ComponentPropsWithRef } from 'react'
import { ActionIcon, type ActionIconProps } from '@mantine/core'
import { TOUCH_TARGET_PX } from '#console/theme.ts'

type ButtonProps = Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps>

interface ToolbarButtonProps extends Omit<ActionIconProps, 'size'>, ButtonProps {
  readonly label: string
}

/** Accepts the props that a menu or popover passes to its trigger. */
export function ToolbarButton({ label, ...rest }: ToolbarButtonProps) {
  return (
    <ActionIcon
      size={TOUCH_TARGET_PX}
      variant="default"
      aria-label={label}
      title={label}
      {...rest}
    />
  )
}
