/** The button of a form that writes: offline it waits and says why; what was typed stays (decisions.md 6.3). */
import { useId, type ReactNode } from 'react'
import { Text } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { messages } from '#contract/messages.ts'
import { useOnline } from '#console/data/online.ts'
import { BusyButton } from '#console/ui/busy-button.tsx'

interface SaveButtonProps {
  readonly busy: boolean
  readonly disabled?: boolean
  readonly fullWidth?: boolean
  readonly children: ReactNode
}

export function SaveButton({ disabled = false, children, ...rest }: SaveButtonProps) {
  const online = useOnline()
  const reason = useId()
  return (
    <>
      <BusyButton
        {...rest}
        type="submit"
        disabled={disabled || !online}
        {...(!online && { leftSection: <IconCloudOff size={18} aria-hidden /> })}
        aria-describedby={online ? undefined : reason}
      >
        {children}
      </BusyButton>
      {!online && (
        <Text id={reason} size="sm">
          {messages.offlineReason}
        </Text>
      )}
    </>
  )
}
