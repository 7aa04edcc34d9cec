import { useLayoutEffect, useRef, useState } from 'react'

/** A function that stays the same and does what the newest one would: what is memoised need not be drawn for it. */
export function useSteady<A extends unknown[]>(newest: (...args: A) => void): (...args: A) => void {
  const kept = useRef(newest)
  useLayoutEffect(() => {
    kept.current = newest
  })
  const [steady] = useState(
    () =>
      (...args: A): void =>
        kept.current(...args),
  )
  return steady
}
