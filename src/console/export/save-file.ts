/** Hands a file to the browser, which keeps it or asks where to. */
import { EXPORT_EXCUSE_MS } from '#contract/constants.ts'
import { excuseHiding } from '#console/session/clock.ts'

/** The browser may cover the page with a share sheet: that is no absence (decisions/console/session.md). */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  excuseHiding(Date.now() + EXPORT_EXCUSE_MS)
  link.click()
  // As long as a person may take to say where to.
  setTimeout(() => URL.revokeObjectURL(address), EXPORT_EXCUSE_MS)
}
