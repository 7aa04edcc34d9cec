import { useLayoutEffect, useRef, type RefObject } from 'react'
import type { View } from '#console/data/engine/types.ts'

/**
 * Scrolls back to the first row when the rows of a table change.
 * @returns the ref of the scrolling element, and a scroll handler: reading the scroll position
 * would force a layout for every keystroke
 */
export function useScrollBack({
  search,
  sort,
  page,
}: View): [scroller: RefObject<HTMLDivElement | null>, onScroll: () => void] {
  const scroller = useRef<HTMLDivElement>(null)
  const isScrolled = useRef(false)
  useLayoutEffect(() => {
    if (scroller.current && isScrolled.current) scroller.current.scrollTop = 0
    isScrolled.current = false
  }, [search, sort, page])
  const onScroll = (): void => {
    isScrolled.current = true
  }
  return [scroller, onScroll]
}
