/** How wide a table may be. */
import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** The next table most often stands where the last one stood: it is then laid out once. */
let lastWidth = 0

/** @returns what is measured, and its width in px; 0 while no table was measured */
export function useElementWidth(): [measured: RefObject<HTMLDivElement | null>, width: number] {
  const measured = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(lastWidth)
  useLayoutEffect(() => {
    const element = measured.current
    if (!element) return undefined
    const observer = new ResizeObserver(([entry]) => {
      lastWidth = entry?.contentRect.width ?? 0
      setWidth(lastWidth)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [measured, width]
}
