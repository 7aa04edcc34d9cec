/** A submit button by default: offline it does nothing and says why, and the input stays (decisions/console/offline.md). */
import { useId } from 'react'
import { Text } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { deviceTexts } from '#contract/texts/device-texts.ts'
import { useOnline } from '#console/data/api/use-online.ts'
import { BusyButton, type BusyButtonProps } from '#console/ui/buttons/busy-button.tsx'

export function SaveButton({ disabled, leftSection, ...rest }: BusyButtonProps) {
  const online = useOnline()
  const reason = useId()
  return (
    <>
      <BusyButton
        type="submit"
        {...rest}
        disabled={disabled || !online}
        leftSection={online ? leftSection : <IconCloudOff size={18} aria-hidden />}
        aria-describedby={online ? undefined : reason}
      />
      {!online && (
        <Text id={reason} size="sm">
          {deviceTexts.offlineReason}
        </Text>
      )}
    </>
  )
}
