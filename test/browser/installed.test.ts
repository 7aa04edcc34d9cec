/** The console as an app: it installs, keeps its shell, and never an answer of the server. */
import { describe, expect, it } from 'vitest'
import { newAccount } from '#test/browser/accounts.ts'
import { openWindow, signIn, waitForServiceWorker } from '#test/browser/browser.ts'

describe('the console as an app', () => {
  it('can be installed', async () => {
    const { page, context } = await openWindow('/login')
    await waitForServiceWorker(page)
    const devtools = await context.newCDPSession(page)
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
    expect(installabilityErrors).toEqual([])
  })

  it('keeps its shell and no answer of the server in the cache of the service worker', async () => {
    const account = await newAccount({ features: ['locations'] })
    const { page } = await openWindow('/login')
    await signIn(page, account)
    await waitForServiceWorker(page)
    const cached = await page.evaluate(async () => {
      const names = await caches.keys()
      const requests = await Promise.all(
        names.map(async (name) => (await caches.open(name)).keys()),
      )
      return requests.flat().map((request) => new URL(request.url).pathname)
    })
    expect(cached).toContain('/index.html')
    expect(cached.filter((path) => path.startsWith('/api') || path === '/config.json')).toEqual([])
  })

  it('keeps the rows on the device unreadable', async () => {
    const account = await newAccount({ features: ['locations'] })
    const { page } = await openWindow('/login')
    await signIn(page, account)
    const kept = (): Promise<string> =>
      page.evaluate(
        () =>
          new Promise<string>((resolve) => {
            const opening = indexedDB.open('dockside')
            opening.onsuccess = () => {
              const all = opening.result.transaction('snapshots').objectStore('snapshots').getAll()
              all.onsuccess = () => {
                opening.result.close()
                const texts = all.result.map(
                  (record: { content: { data: ArrayBuffer } | string }) =>
                    typeof record.content === 'string'
                      ? record.content
                      : new TextDecoder('latin1').decode(record.content.data),
                )
                resolve(texts.join('\n'))
              }
            }
          }),
      )
    await expect.poll(async () => (await kept()).length).toBeGreaterThan(100)
    expect(await kept()).not.toContain('WH 1')
  })
})
