/**
 * Which rows of a long page are drawn: layout and painting of a hundred take longer than everything
 * else a keystroke does.
 */
import { useLayoutEffect, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { TABLE_MAX_HEIGHT } from '#contract/constants.ts'

/** A half-open range. */
export interface RowWindow {
  readonly from: number
  readonly to: number
  /** The height of one row, in px, to reserve room for rows that are not drawn. */
  readonly height: number
}

/** Shorter pages are drawn completely. */
const ALL_DRAWN_TO = 30
/** Drawn beyond both edges, so that the next button to be focused, and what a finger scrolls to, exist. */
const BEYOND_EDGE = 4
/** The window moves in steps of this many rows. */
const STEP = 4
/** Assumed until a row has been measured. */
const USUAL_HEIGHT_PX = 36
/** The table's share of the page's height. */
const TABLE_PART = parseFloat(TABLE_MAX_HEIGHT) / 100

/**
 * The rows to draw in a scrolled container; all of them if it has no height.
 * @param isWhole whether to draw all rows, to measure their content
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
      // Synchronously, because a frame later an empty area would be visible.
      flushSync(look)
      // The focused row was scrolled away, so the next key continues from the table.
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

/** No table is higher than the page, so until layout is done, that many rows are enough. */
function atTop(): RowWindow {
  return rowsAt(0, window.innerHeight * TABLE_PART, USUAL_HEIGHT_PX)
}

/** @param room in px; 0 before layout */
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

/** The distance between two rows. */
function rowHeight(scroller: HTMLElement): number {
  const rows = scroller.querySelectorAll('tr[data-key]')
  const first = rows[0]?.getBoundingClientRect()
  const last = rows[rows.length - 1]?.getBoundingClientRect()
  return first && last && rows.length > 1 ? (last.top - first.top) / (rows.length - 1) : 0
}
