/** Parts of the console that are loaded on demand. */
import { lazy, useEffect, useState, type ComponentType, type FunctionComponent } from 'react'
import { MissingPart, ScreenFallback, type Fallback } from '#console/ui/lazy/missing-part.tsx'

/** A lazy component; it renders at once if it was preloaded. */
export type LazyPart<P> = FunctionComponent<P> & {
  /** Preloads the component. A failure shows only where the component is rendered. */
  readonly preload: () => Promise<void>
}

/** Loads a part's component. */
export type Load<P> = () => Promise<ComponentType<P>>

/**
 * A component that is loaded on first use. If that fails, it shows the failure in its own place and
 * offers a retry there; its surroundings stay.
 */
export function lazyPart<P extends object>(
  load: Load<P>,
  place: Fallback<P> = ScreenFallback,
): LazyPart<P> {
  let there: ComponentType<P> | undefined
  let late = begin()

  function begin(): ComponentType<P> {
    return lazy(async () => {
      try {
        there = await load()
        return { default: there }
      } catch {
        return { default: Missing }
      }
    })
  }

  function Missing(props: P) {
    const [Arrived, setArrived] = useState<ComponentType<P>>()
    // Tries again when the component is mounted another time.
    useEffect(() => () => void (late = begin()), [])
    if (Arrived) return <Arrived {...props} />
    const retry = async (): Promise<void> => {
      const part = await load()
      there = part
      setArrived(() => part)
    }
    return <MissingPart part={props} place={place} onRetry={retry} />
  }

  function Part(props: P) {
    // Fixed at mount: state survives when the component arrives in another way.
    const [Drawn] = useState<ComponentType<P>>(() => there ?? late)
    return <Drawn {...props} />
  }

  const preload = async (): Promise<void> => {
    there = await load().catch(() => undefined)
  }
  return Object.assign(Part, { preload })
}
