/** A barcode scanner that types like a keyboard, at its own pace however slow the machine. */
import type { Page } from 'playwright-core'

const KEY_EVERY_S = 0.003
/** The key codes of keys that type no character. */
const ENDS = { Enter: '\r', Tab: '\t' } as const

/**
 * Types a code as a scanner does, into the focused element. All keys are sent at once, because the page waits 35 ms of
 * real time for the next key, and a busy machine can take that long to answer a single one.
 */
export async function scan(page: Page, code: string, end: keyof typeof ENDS = 'Enter') {
  const keyboard = await page.context().newCDPSession(page)
  const began = Date.now() / 1_000
  const keys = Array.from(code, (key) => ({ key, text: key }))
  const sent: Promise<unknown>[] = []
  for (const [nth, { key, text }] of [...keys, { key: end, text: ENDS[end] }].entries()) {
    const windowsVirtualKeyCode = text.toUpperCase().charCodeAt(0)
    const pressed = { key, code: `Scanned ${key}`, windowsVirtualKeyCode }
    // The timestamp that the page sees, independent of when the event arrives.
    const timestamp = began + nth * KEY_EVERY_S
    sent.push(
      keyboard.send('Input.dispatchKeyEvent', { ...pressed, type: 'keyDown', text, timestamp }),
      keyboard.send('Input.dispatchKeyEvent', { ...pressed, type: 'keyUp', timestamp }),
    )
  }
  await Promise.all(sent)
  await keyboard.detach()
}
