/** The page size 'as many rows as fit': it follows the height that the screen leaves to the rows. */
import { useEffect, useRef, type RefObject } from 'react'
import { PAGE_SIZES, TABLE_MAX_HEIGHT } from '#contract/constants.ts'
import type { View } from '#console/data/engine/types.ts'
import { useStableCallback } from '#console/table/columns/use-stable-callback.ts'

const LEAST = Math.min(...PAGE_SIZES)
const MOST = Math.max(...PAGE_SIZES)
/** Assumed until a table has been measured. */
const USUAL_ROW_PX = 44

/** Most tables have the height of the one before. */
let lastFitting: number | null = null

/** How many rows fit, as far as is known. */
export function rowsThatFit(): number {
  if (lastFitting !== null) return lastFitting
  const room = (window.innerHeight * parseFloat(TABLE_MAX_HEIGHT)) / 100
  return fittingRows(room, USUAL_ROW_PX, USUAL_ROW_PX)
}

/**
 * How many whole rows fit.
 * @param room for head and rows, in px
 */
export function fittingRows(room: number, head: number, row: number): number {
  const fitting = row > 0 ? Math.floor((room - head) / row) : LEAST
  return Math.min(MOST, Math.max(LEAST, fitting))
}

/** The view with another page size, on the page that has its first row. */
export function resized(view: View, pageSize: number): View {
  const first = view.page * view.pageSize
  return { ...view, page: Math.floor(first / pageSize), pageSize }
}

/** Keeps the page size of a view that asks for it at what fits. */
export function useFittingRows(
  scroller: RefObject<HTMLElement | null>,
  view: View,
  onView: (view: View) => void,
  /** Whatever changes the height of a row. */
  density: string | null,
): void {
  const isFit = view.isFit ?? false
  // Only the size with which a table mounts belongs to the page of an address.
  const isMeasured = useRef(!isFit)
  const fit = useStableCallback((room: number): void => {
    const element = scroller.current
    const head = element?.querySelector('thead')
    if (!element || !head || room === 0) return
    const row = parseFloat(getComputedStyle(element).getPropertyValue('--row-height'))
    const fitting = fittingRows(room, head.offsetHeight, row)
    lastFitting = fitting
    // A page number in an address counts pages of the measured size, not of the size assumed until now.
    const next = isMeasured.current ? resized(view, fitting) : { ...view, pageSize: fitting }
    isMeasured.current = true
    if (fitting !== view.pageSize) onView(next)
  })
  useEffect(() => {
    const element = scroller.current
    if (!element || !isFit) return undefined
    const observer = new ResizeObserver(([entry]) => fit(entry?.contentRect.height ?? 0))
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller, isFit, fit, density])
}
