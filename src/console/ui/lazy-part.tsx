/** Parts of the console that come when they are needed. */
import { lazy, useEffect, useState, type ComponentType, type FunctionComponent } from 'react'
import {
  DialogPlace,
  MissingPart,
  ScreenPlace,
  type Closable,
  type Place,
} from '#console/ui/missing-part.tsx'
import { useFocusBack } from '#console/ui/use-focus-back.ts'

/** A part of the console; what it needs is there at once where it was loaded ahead. */
export type LazyPart<P> = FunctionComponent<P> & {
  /** Loads it, so that the first drawing has it; one that does not come is met where it is drawn. */
  readonly ahead: () => Promise<void>
}

type Load<P> = () => Promise<ComponentType<P>>

/**
 * A part that is loaded at its first use. One that does not come says so in its own place and is tried
 * again there; what stands around it stays.
 */
export function lazyPart<P extends object>(
  load: Load<P>,
  place: Place<P> = ScreenPlace,
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
    // Who opens it another time has it tried again.
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
    // What is drawn keeps its state when the part arrives in another way.
    const [Drawn] = useState<ComponentType<P>>(() => there ?? late)
    return <Drawn {...props} />
  }

  const ahead = async (): Promise<void> => {
    there = await load().catch(() => undefined)
  }
  return Object.assign(Part, { ahead })
}

/** A dialog that is loaded when it is opened for the first time; one that does not come is a dialog that says so. */
export function lazyDialog<P extends Closable>(load: Load<P>): FunctionComponent<P> {
  const Part = lazyPart(load, DialogPlace)
  return function Dialog(props: P) {
    // What opened it, also where it came only after another try.
    useFocusBack()
    return <Part {...props} />
  }
}
