import { useLayoutEffect, useRef, useState } from 'react'

/** A function that stays the same and does what the newest one would: what is memoised need not be drawn for it. */
export function useStableCallback<A extends unknown[], R>(
  newest: (...args: A) => R,
): (...args: A) => R {
  const kept = useRef(newest)
  useLayoutEffect(() => {
    kept.current = newest
  })
  const [steady] = useState(
    () =>
      (...args: A): R =>
        kept.current(...args),
  )
  return steady
}
