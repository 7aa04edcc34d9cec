/** A button that keeps its name, colour and focus while busy, announces that it is busy and ignores clicks (style guide 29). */
import type { MouseEvent } from 'react'
import { Button, Loader, type ButtonProps } from '@mantine/core'

export interface BusyButtonProps extends ButtonProps {
  readonly busy: boolean
  readonly type?: 'submit' | 'button'
  readonly onClick?: () => void
}

export function BusyButton({ busy, leftSection, disabled, onClick, ...rest }: BusyButtonProps) {
  const off = busy || (disabled ?? false)
  // Enter in a form field also arrives here.
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
