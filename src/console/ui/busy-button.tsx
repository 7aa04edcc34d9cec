/** A button that is busy keeps its name, its colour and the focus, says so and does nothing (style guide 29). */
import type { MouseEvent } from 'react'
import { Button, Loader, type ButtonProps } from '@mantine/core'

export interface BusyButtonProps extends ButtonProps {
  readonly busy: boolean
  readonly type?: 'submit' | 'button'
  readonly onClick?: () => void
}

export function BusyButton({ busy, leftSection, disabled, onClick, ...rest }: BusyButtonProps) {
  const off = busy || (disabled ?? false)
  // Enter in a field of a form arrives here as well.
  const press = (event: MouseEvent): void => {
    if (off) event.preventDefault()
    else onClick?.()
  }
  return (
    <Button
      {...rest}
      aria-busy={busy}
      aria-disabled={off}
      {...(disabled && { 'data-disabled': true })}
      onClick={press}
      leftSection={busy ? <Loader size="xs" color="currentColor" aria-hidden /> : leftSection}
    />
  )
}
