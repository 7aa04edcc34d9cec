/** A link to a saved view that is gone says so, whole. */
import { expect, it } from 'vitest'
import { viewTexts } from '#contract/texts/view-texts.ts'
import { newAccount } from '#test/browser/support/accounts.ts'
import { openSignedIn, PHONE, TABLET, UPRIGHT } from '#test/browser/support/browser.ts'

const NARROWEST_WITH_TITLE_BESIDE = { width: 720, height: 900 }

it('the sentence about a missing view is whole at every width', async () => {
  const account = await newAccount({ features: ['bins'] })
  const { page } = await openSignedIn(account, '/bins?view=gone12345')
  const sentence = page.getByText(viewTexts.missing)
  await sentence.waitFor()
  await page.getByRole('cell').first().waitFor()
  for (const viewport of [TABLET, UPRIGHT, NARROWEST_WITH_TITLE_BESIDE, PHONE]) {
    await page.setViewportSize(viewport)
    await expect
      .poll(() =>
        sentence.evaluate((element) => {
          const line = element.parentElement?.getBoundingClientRect().right ?? 0
          const words = document.createRange()
          words.selectNodeContents(element)
          return [window.innerWidth, words.getBoundingClientRect().right <= line]
        }),
      )
      .toEqual([viewport.width, true])
  }
})
