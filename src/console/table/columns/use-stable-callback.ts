import { useLayoutEffect, useRef, useState } from 'react'

/**
 * A callback with a stable identity that calls the latest version, so that memoised components are
 * not rendered for it.
 */
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
