/** Passes a file to the device's share sheet. */
import { EXPORT_EXCUSE_MS } from '#contract/constants.ts'
import { allowHiddenUntil } from '#console/session/clock.ts'

/** Whether this device shares files. */
export function sharesFiles(): boolean {
  const sample = new File([''], 'sample.csv', { type: 'text/csv' })
  return typeof navigator.canShare === 'function' && navigator.canShare({ files: [sample] })
}

/**
 * Resolves once the sheet is closed.
 * @returns false if the device does not share this kind of file, or if making it took so long that the tap no longer
 * counts
 */
export async function shareFile(file: Blob, name: string): Promise<boolean> {
  const files = [new File([file], name, { type: file.type })]
  if (!navigator.canShare({ files })) return false
  allowHiddenUntil(Date.now() + EXPORT_EXCUSE_MS)
  try {
    await navigator.share({ files, title: name })
    return true
  } catch (thrown) {
    return isClosed(thrown)
  }
}

/**
 * Passes an address to the share sheet; resolves once it is closed.
 * @returns false if the device refused
 */
export async function shareLink(url: string, title: string): Promise<boolean> {
  allowHiddenUntil(Date.now() + EXPORT_EXCUSE_MS)
  try {
    await navigator.share({ title, url })
    return true
  } catch (thrown) {
    return isClosed(thrown)
  }
}

/** Whether the person closed the sheet. */
function isClosed(thrown: unknown): boolean {
  return thrown instanceof DOMException && thrown.name === 'AbortError'
}
