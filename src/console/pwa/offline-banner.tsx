/** Says quietly that there is no network (decisions.md 6.3). */
import { Alert } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { messages } from '#contract/messages.ts'
import { useOnline } from '#console/data/online.ts'

export function OfflineBanner() {
  const online = useOnline()
  return (
    <div role="status">
      {!online && (
        <Alert role="none" color="amber" icon={<IconCloudOff aria-hidden />} p="xs" mb="sm">
          {messages.offline}
        </Alert>
      )}
    </div>
  )
}
