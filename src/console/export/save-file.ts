/** Passes a file to the browser, which saves it or asks where to. */
import { EXPORT_EXCUSE_MS } from '#contract/constants.ts'
import { allowHiddenUntil } from '#console/session/clock.ts'

/**
 * The browser may cover the page with a share sheet, which must not count as absence
 * (decisions/console/session.md).
 */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  allowHiddenUntil(Date.now() + EXPORT_EXCUSE_MS)
  link.click()
  // Leaves the person time to choose where to save.
  setTimeout(() => URL.revokeObjectURL(address), EXPORT_EXCUSE_MS)
}
