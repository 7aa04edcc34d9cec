/** The width available to a table. */
import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** Most tables have the same width as the previous one, which saves a second layout. */
let lastWidth = 0

/** @returns the ref of the measured element, and its width in px; 0 before anything was measured */
export function useElementWidth(): [measured: RefObject<HTMLDivElement | null>, width: number] {
  const measured = useRef<HTMLDivElement>(null)
  // What the observer reports is rendered after the first paint, and would make the columns jump.
  const [width, setWidth] = useState(() => lastWidth || pageWidth())
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

/** The width of the page's content, which the first table fills. */
function pageWidth(): number {
  const main = document.querySelector('main')
  if (!main) return 0
  const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(main)
  const padding = [paddingInlineStart, paddingInlineEnd].map((each) => parseFloat(each) || 0)
  return padding.reduce((left, each) => left - each, main.clientWidth)
}
