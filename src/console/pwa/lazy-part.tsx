/** Parts of the console that come when they are needed, and what stands there when one does not come. */
import { lazy, useState, type ComponentType, type LazyExoticComponent } from 'react'
import { Center, Stack, Text } from '@mantine/core'
import { messages } from '#contract/messages.ts'
import { reachesHost } from '#console/data/config.ts'
import { useOnline } from '#console/data/online.ts'
import { applyUpdate, offerAfterLoss } from '#console/pwa/updates.ts'
import { BusyButton } from '#console/ui/busy-button.tsx'

/**
 * A part that is loaded at its first use. One that a deployment took away leads to the update offer
 * (decisions.md 6.7), one that a weak signal lost to Retry; neither is an error of the page.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
): LazyExoticComponent<ComponentType<P>> {
  return lazy(async () => {
    try {
      return { default: await load() }
    } catch {
      offerAfterLoss()
      return { default: MissingPart }
    }
  })
}

/** A module that failed once is not asked for again by every browser: only a reload surely helps. */
function MissingPart() {
  const online = useOnline()
  const [busy, setBusy] = useState(false)
  const reload = async (): Promise<void> => {
    setBusy(true)
    // Without the host a reload would lose what is still there.
    if (await reachesHost()) applyUpdate()
    else setBusy(false)
  }
  return (
    <Center mih="60dvh">
      <Stack align="center" role="alert">
        <Text>{online ? messages.newVersion : messages.partMissing}</Text>
        <BusyButton busy={busy} onClick={() => void reload()}>
          {online ? messages.reload : messages.retry}
        </BusyButton>
      </Stack>
    </Center>
  )
}
