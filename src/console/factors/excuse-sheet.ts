/** The sheet of the system that asks for a passkey hides the page, which is no absence (decisions/console/session.md). */
import { EXPORT_EXCUSE_MS } from '#contract/constants.ts'
import { allowHiddenUntil } from '#console/session/clock.ts'

/**
 * Excuses a hidden page while a sheet is open. Its answer may come before the page is shown again. Afterwards the
 * earlier excuse applies.
 * @throws what the sheet throws
 */
export async function excuseSheet<T>(open: () => Promise<T>): Promise<T> {
  const before = allowHiddenUntil(Date.now() + EXPORT_EXCUSE_MS)
  const end = (): void => void allowHiddenUntil(before)
  try {
    return await open()
  } finally {
    if (document.visibilityState === 'visible') end()
    else document.addEventListener('visibilitychange', end, { once: true })
  }
}
