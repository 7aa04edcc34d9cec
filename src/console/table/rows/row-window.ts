/** Which rows of a long page are drawn: laying out and painting a hundred takes longer than all else that a key does. */
import { useLayoutEffect, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { TABLE_MAX_HEIGHT } from '#contract/constants.ts'

/** From the first to before the second. */
export interface RowWindow {
  readonly from: number
  readonly to: number
  /** Of one row, in px: what is not drawn leaves as much room. */
  readonly height: number
}

/** Fewer are all drawn. */
const ALL_DRAWN_TO = 30
/** Drawn beyond both edges: the next button to be focused must be there, and what a finger scrolls to. */
const BEYOND_EDGE = 4
/** The window moves by so many rows, not by each. */
const STEP = 4
/** Until one has been seen. */
const USUAL_HEIGHT_PX = 37
/** Of the page's height. */
const TABLE_PART = parseFloat(TABLE_MAX_HEIGHT) / 100

/**
 * The rows to draw in a scrolled container; all of them where it has no height.
 * @param isWhole all are to be drawn, to measure what they hold
 */
export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  isWhole: boolean,
): RowWindow {
  const [seen, setSeen] = useState(atTop)
  const isLong = count > ALL_DRAWN_TO
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element || !isLong) return undefined
    const look = (): void => {
      setSeen((last) => {
        const next = rowsAt(
          element.scrollTop,
          element.clientHeight,
          rowHeight(element) || last.height,
        )
        return isSame(last, next) ? last : next
      })
    }
    const follow = (): void => {
      const focused = element.contains(document.activeElement) ? document.activeElement : null
      // At once: a frame later an empty place would be seen.
      flushSync(look)
      // The row that had it was scrolled away: the next key goes on from the table.
      if (focused && !focused.isConnected) element.focus({ preventScroll: true })
    }
    look()
    element.addEventListener('scroll', follow, { passive: true })
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', follow)
      observer.disconnect()
    }
  }, [scroller, isLong])
  if (!isLong || isWhole) return { ...seen, from: 0, to: count }
  const to = Math.min(seen.to, count)
  return { ...seen, from: Math.max(0, Math.min(seen.from, to - STEP)), to }
}

/** No table is higher than the page: until it is laid out, no more rows are drawn than that shows. */
function atTop(): RowWindow {
  return rowsAt(0, window.innerHeight * TABLE_PART, USUAL_HEIGHT_PX)
}

/** @param room in px; 0 where nothing is laid out */
export function rowsAt(scrolled: number, room: number, height: number): RowWindow {
  if (room === 0) return { from: 0, to: Number.POSITIVE_INFINITY, height }
  const first = scrolled / height - BEYOND_EDGE
  const last = (scrolled + room) / height + BEYOND_EDGE
  return {
    from: Math.max(0, Math.floor(first / STEP) * STEP),
    to: Math.ceil(last / STEP) * STEP,
    height,
  }
}

function isSame(one: RowWindow, other: RowWindow): boolean {
  return one.from === other.from && one.to === other.to && one.height === other.height
}

/** From one row to the next. */
function rowHeight(scroller: HTMLElement): number {
  const rows = scroller.querySelectorAll('tr[data-key]')
  const first = rows[0]?.getBoundingClientRect()
  const last = rows[rows.length - 1]?.getBoundingClientRect()
  return first && last && rows.length > 1 ? (last.top - first.top) / (rows.length - 1) : 0
}
