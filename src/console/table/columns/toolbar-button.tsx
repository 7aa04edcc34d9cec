/** A button that is a picture: its name is read out and shown beside the mouse. */
import type { ComponentPropsWithRef } from 'react'
import { ActionIcon, type ActionIconProps } from '@mantine/core'
import { TOUCH_TARGET_PX } from '#console/theme.ts'

type ButtonProps = Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps>

interface ToolbarButtonProps extends Omit<ActionIconProps, 'size'>, ButtonProps {
  readonly label: string
}

/** Takes what a menu or a popover gives to what opens it. */
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
