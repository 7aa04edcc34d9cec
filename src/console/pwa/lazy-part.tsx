/** Parts of the console that come when they are needed, and what stands there when one does not come. */
import { lazy, useState, type ComponentType, type FunctionComponent } from 'react'
import { Center, Stack, Text } from '@mantine/core'
import { messages } from '#contract/messages.ts'
import { reachesHost } from '#console/data/load-config.ts'
import { useOnline } from '#console/data/online.ts'
import { applyUpdate, offerAfterLoss } from '#console/pwa/updates.ts'
import { BusyButton } from '#console/ui/busy-button.tsx'

/** A part of the console; what it needs is there at once where it was loaded ahead. */
export type LazyPart<P> = FunctionComponent<P> & {
  /** Loads it, so that the first drawing has it; one that does not come is met where it is drawn. */
  readonly ahead: () => Promise<void>
}

/**
 * A part that is loaded at its first use. One that a deployment took away leads to the update offer
 * (decisions.md 6.7), one that a weak signal lost to Retry; neither is an error of the page.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): LazyPart<P> {
  let there: ComponentType<P> | undefined
  const Late = lazy(async () => {
    try {
      return { default: await load() }
    } catch {
      offerAfterLoss()
      return { default: MissingPart }
    }
  })
  function Part(props: P) {
    // What stands keeps its state when the part arrives in another way.
    const [Drawn] = useState<ComponentType<P>>(() => there ?? Late)
    return <Drawn {...props} />
  }
  const ahead = async (): Promise<void> => {
    there = await load().catch(() => undefined)
  }
  return Object.assign(Part, { ahead })
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
