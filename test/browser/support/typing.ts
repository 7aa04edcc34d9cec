/** Keys pressed by a person. Playwright's own typing is as quick as a barcode scanner, and the console takes it for one. */
import type { Page } from 'playwright-core'
import { SCAN_KEY_GAP_MS } from '#contract/constants.ts'

/** Types into the focused field, with gaps that no scanner leaves, so that the next key cannot end a scan. */
export async function typeByHand(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text, { delay: SCAN_KEY_GAP_MS + 5 })
}
