import { useLayoutEffect, useRef, type RefObject } from 'react'
import type { View } from '#console/data/engine/types.ts'

/**
 * Scrolls back to the first row when the rows of a table are others.
 * @returns what scrolls, and what is to be called when it was: asking where it stands would lay the page out for every key
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
