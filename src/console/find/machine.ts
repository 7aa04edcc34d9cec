/** What works behind the box: the index, the scans, what was opened lately. Loaded once the page is idle. */
import { findOnDevice, startFinding } from '#console/find/found-index.ts'
import { forgetRecentWithSession } from '#console/find/recent.ts'
import { whenIdle } from '#console/ui/when-idle.ts'

export { noteOpened } from '#console/find/recent.ts'
export { handleScan } from '#console/find/handle-scan.ts'

/** The lists that are not in memory wait until the first screen is quiet. */
const DEVICE_AFTER_MS = 3_000

/** Indexes what this device has, until it is stopped. */
export function startMachine(): () => void {
  const stopFinding = startFinding()
  const stopRecent = forgetRecentWithSession()
  let stopWaiting = (): void => {}
  const timer = setTimeout(() => {
    stopWaiting = whenIdle(() => void findOnDevice())
  }, DEVICE_AFTER_MS)
  return () => {
    clearTimeout(timer)
    stopWaiting()
    stopFinding()
    stopRecent()
  }
}
