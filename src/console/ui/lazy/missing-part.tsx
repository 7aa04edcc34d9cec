/** Replaces a part that could not be loaded: says why and offers Retry. */
import {
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type ReactNode,
} from 'react'
import { Center, Stack, Text } from '@mantine/core'
import { deviceTexts } from '#contract/texts/device-texts.ts'
import { listTexts } from '#contract/texts/list-texts.ts'
import { reachesHost } from '#console/data/api/host/load-config.ts'
import { applyUpdate, isUpdateOffered, onUpdateOffer } from '#console/data/api/host/new-version.ts'
import { useOnline } from '#console/data/api/use-online.ts'
import { FileLoadError } from '#console/data/api/host/part-files.ts'
import { BusyButton } from '#console/ui/buttons/busy-button.tsx'

/** What a fallback shows. */
export interface FallbackProps<P> {
  /** The props of the part. */
  readonly part: P
  /** Whether the part comes with the new version that waits. */
  readonly isReplaced: boolean
  /** Retry or Reload. */
  readonly action: ReactNode
}

/** The look of a missing part. */
export type Fallback<P> = ComponentType<FallbackProps<P>>

/** Fills most of a screen. */
export function ScreenFallback({ isReplaced, action }: FallbackProps<object>) {
  return (
    <Center mih="60dvh">
      <Stack align="center" role="alert">
        <Text>{isReplaced ? deviceTexts.newVersion : deviceTexts.partMissing}</Text>
        {action}
      </Stack>
    </Center>
  )
}

/** Fills a section of a screen. */
export function SectionFallback({ isReplaced, action }: FallbackProps<object>) {
  return (
    <Stack align="center" role="alert" py="xl">
      <Text>{isReplaced ? deviceTexts.newVersion : deviceTexts.sectionMissing}</Text>
      {action}
    </Stack>
  )
}

interface MissingPartProps<P> {
  readonly part: P
  readonly place: Fallback<P>
  /** Throws if it fails again. */
  readonly onRetry: () => Promise<void>
}

/**
 * A part removed by a deployment comes with the new version (decisions/console/offline.md); one lost on the network with
 * another try, which also starts when the link is back.
 */
export function MissingPart<P>({ part, place: Fallback, onRetry }: MissingPartProps<P>) {
  const online = useOnline()
  const isOffered = useSyncExternalStore(onUpdateOffer, isUpdateOffered)
  const [busy, setBusy] = useState(false)
  const isReplaced = isOffered && online
  const retry = async ({ mayReload }: { mayReload: boolean }): Promise<void> => {
    setBusy(true)
    try {
      await onRetry()
    } catch (thrown) {
      // Its files are available, but the browser remembers the failed import: only a reload helps.
      // Without the host, a reload would lose the page.
      if (mayReload && !(thrown instanceof FileLoadError) && (await reachesHost())) applyUpdate()
      setBusy(false)
    }
  }
  const wasOnline = useRef(online)
  useEffect(() => {
    const isBack = online && !wasOnline.current
    wasOnline.current = online
    // Once only, and without a reload, which is for a person to start.
    if (isBack && !busy) void retry({ mayReload: false })
  })
  // One button for both: the focus stays on it if Retry finds a new version.
  const action = (
    <BusyButton
      busy={busy && !isReplaced}
      onClick={isReplaced ? applyUpdate : () => void retry({ mayReload: true })}
    >
      {isReplaced ? deviceTexts.reload : listTexts.retry}
    </BusyButton>
  )
  return <Fallback part={part} isReplaced={isReplaced} action={action} />
}
