/** A button that is busy keeps its name and says so (style guide 29). */
import { Button, Loader, type ButtonProps } from '@mantine/core'

interface BusyButtonProps extends ButtonProps {
  readonly busy: boolean
  readonly type?: 'submit' | 'button'
  readonly onClick?: () => void
}

export function BusyButton({ busy, leftSection, disabled, ...rest }: BusyButtonProps) {
  return (
    <Button
      {...rest}
      aria-busy={busy}
      disabled={(disabled ?? false) || busy}
      leftSection={busy ? <Loader size="xs" color="currentColor" aria-hidden /> : leftSection}
    />
  )
}
