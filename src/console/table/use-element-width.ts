/** The width available to a table. */
import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** Most tables have the same width as the previous one, which saves a second render. */
let lastWidth = 0

/**
 * @param isNeeded whether to measure at all
 * @returns the ref of the measured element, and its width in px; 0 before anything was measured
 */
export function useElementWidth(
  isNeeded: boolean,
): [measured: RefObject<HTMLDivElement | null>, width: number] {
  const measured = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(lastWidth)
  useLayoutEffect(() => {
    const element = measured.current
    if (!element || !isNeeded) return undefined
    const take = (px: number): void => {
      lastWidth = px
      setWidth(px)
    }
    // React renders what an observer reports after the first paint: the columns would jump.
    take(element.getBoundingClientRect().width)
    const observer = new ResizeObserver(([entry]) => take(entry?.contentRect.width ?? 0))
    observer.observe(element)
    return () => observer.disconnect()
  }, [isNeeded])
  return [measured, width]
}
