/** Which columns of a wide table are drawn: an inventory has one for each location. */
import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** A half-open range; the first column of the table is always drawn in addition. */
export interface ColumnWindow {
  readonly from: number
  readonly to: number
}

/** Smaller tables are drawn completely, so that scrolling changes nothing. */
const ALL_DRAWN_TO = 24
/** Drawn beyond both edges, so that the next button to be focused exists. */
const BEYOND_EDGE = 2

/** The columns to draw in a scrolled container. */
export function useColumnWindow(
  scroller: RefObject<HTMLElement | null>,
  widths: readonly number[],
): ColumnWindow {
  const [seen, setSeen] = useState<ColumnWindow | null>(null)
  const hasScrolled = useRef(false)
  const isWide = widths.length > ALL_DRAWN_TO
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element || !isWide) return undefined
    const look = (): void => {
      hasScrolled.current = true
      const next = windowAt(widths, element.scrollLeft, element.clientWidth)
      setSeen((last) => (last?.from === next.from && last.to === next.to ? last : next))
    }
    // Until then the first columns are drawn; measuring would force another layout during
    // rendering.
    if (hasScrolled.current) look()
    element.addEventListener('scroll', look, { passive: true })
    return () => element.removeEventListener('scroll', look)
  }, [scroller, widths, isWide])
  if (!isWide) return allOf(widths)
  // No table is wider than the page, so until it is scrolled, that many columns are enough.
  const { from, to } = seen ?? windowAt(widths, 0, window.innerWidth)
  return { from, to: Math.min(to, widths.length) }
}

/** @param room in px; 0 while it is unknown */
export function windowAt(widths: readonly number[], scrolled: number, room: number): ColumnWindow {
  if (room === 0) return allOf(widths)
  let right = 0
  let from = -1
  let to = widths.length
  for (const [nth, width] of widths.entries()) {
    right += width
    if (from === -1 && right > scrolled) from = nth
    if (right >= scrolled + room) {
      to = nth + 1
      break
    }
  }
  return {
    from: Math.max(1, from - BEYOND_EDGE),
    to: Math.min(widths.length, to + BEYOND_EDGE),
  }
}

function allOf(widths: readonly number[]): ColumnWindow {
  return { from: 1, to: widths.length }
}
