/** The question of the floor, answered by camera: the label on a rack leads to what lies in the bin. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, it, onTestFinished } from 'vitest'
import { listEndpoint } from '#contract/sync/list-endpoints.ts'
import { findTexts } from '#contract/texts/own/find-texts.ts'
import { scanTexts } from '#contract/texts/own/scan-texts.ts'
import { newAccount } from '#test/browser/support/accounts.ts'
import { openSignedIn, waitForServiceWorker } from '#test/browser/support/browser.ts'
import { drawn, filmOf } from '#test/support/drawn-codes.ts'

it('the label of a bin, held before the camera, opens the bin, without the network from the second time on', async () => {
  const bin = await firstBin()
  const folder = mkdtempSync(join(tmpdir(), 'dockside-film-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const film = join(folder, 'bin.y4m')
  writeFileSync(film, filmOf(await drawn(`DS:bin:${bin.id}`, { format: 'QRCode' })))
  const account = await newAccount({ features: ['bins', 'items'] })
  const { page, context } = await openSignedIn(account, '/items', {
    args: [
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
    mayComplain: /DISCONNECTED|network/,
  })
  const byCamera = async (): Promise<void> => {
    await page.getByRole('button', { name: findTexts.title }).click()
    await page.getByRole('button', { name: scanTexts.camera }).click()
    await page.waitForURL((url) => url.pathname === '/bins' && url.searchParams.has('open'))
    await page.getByRole('dialog').getByText(bin.bin_number).first().waitFor()
    expect(await page.getByRole('combobox', { name: findTexts.title }).count()).toBe(0)
  }
  await byCamera()
  await waitForServiceWorker(page)
  await context.setOffline(true)
  await page.goBack()
  await page.waitForURL('**/items')
  await page.reload()
  await byCamera()
})

async function firstBin(): Promise<{ readonly id: string; readonly bin_number: string }> {
  const answer = await fetch(`${inject('demo').address}/api${listEndpoint('bins').path}`, {
    headers: { authorization: `Bearer ${inject('superAdminToken')}` },
  })
  const { data } = (await answer.json()) as {
    readonly data: readonly { readonly id: string | number; readonly bin_number: string }[]
  }
  const [first] = data
  if (!first) throw new Error('The demo has no bins')
  return { ...first, id: String(first.id) }
}
