/** Screens that are loaded on demand. */
import { Suspense } from 'react'
import { Center, Loader } from '@mantine/core'
import { deviceTexts } from '#contract/texts/device-texts.ts'
import { lazyPart, type LazyPart, type Load } from '#console/ui/lazy/lazy-part.tsx'

/**
 * A lazy part that fills the place of a screen. It takes that place at once: in the boundary of the frame, the screen
 * before it would only be hidden until the part arrives, and a hidden chart warns that it has no size.
 */
export function lazyScreen<P extends object>(load: Load<P>): LazyPart<P> {
  const Part = lazyPart(load)
  const Screen = (props: P) => (
    <Suspense fallback={<ScreenComing />}>
      <Part {...props} />
    </Suspense>
  )
  return Object.assign(Screen, { preload: Part.preload })
}

export function ScreenComing() {
  return (
    <Center mih="60dvh">
      <Loader role="progressbar" aria-label={deviceTexts.loading} />
    </Center>
  )
}
