/** A step back in the history that a second press does not double. */
import type { RouterHistory } from '@tanstack/react-router'

/** Beyond the first entry of the history nothing happens, and no event says so. */
const NOWHERE_AFTER_MS = 1_000

let isUnderWay = false

/**
 * Goes back by this many steps, unless an earlier call is still under way. The browser goes back a moment after it is
 * asked, and a tap that follows within this moment would leave the screen.
 */
export function goBackOnce(history: RouterHistory, steps = 1): void {
  if (isUnderWay) return
  isUnderWay = true
  const end = (): void => {
    isUnderWay = false
    clearTimeout(timer)
    stop()
  }
  const timer = setTimeout(end, NOWHERE_AFTER_MS)
  const stop = history.subscribe(end)
  history.go(-steps)
}
