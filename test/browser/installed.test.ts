/** The console as an installed app: its cache has the shell and never an answer of the server. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { describe, expect, inject, it } from 'vitest'
import { deviceTexts } from '#contract/texts/device-texts.ts'
import { newAccount } from '#test/browser/support/accounts.ts'
import {
  enter,
  openSignedIn,
  openWindow,
  waitForServiceWorker,
} from '#test/browser/support/browser.ts'
import { keptBytes, keptCollections } from '#test/browser/support/device.ts'
import { SEGMENT_BYTES } from '#test/support/weak-link.ts'

describe('the console as an app', () => {
  it('the console can be installed', async () => {
    const account = await newAccount({ features: ['locations'] })
    const { page, context } = await openSignedIn(account, '/dashboard', { ownBrowser: true })
    await waitForServiceWorker(page)
    const devtools = await context.newCDPSession(page)
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
    expect(installabilityErrors).toEqual([])
  })

  it('the cache of the service worker has the shell and no answer of the server', async () => {
    const account = await newAccount({ features: ['locations'] })
    const { page } = await openSignedIn(account)
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

  it('the rows on the device are encrypted', async () => {
    const account = await newAccount({ features: ['locations'] })
    const { page } = await openSignedIn(account)
    await expect.poll(async () => (await keptBytes(page)).length).toBeGreaterThan(100)
    expect(await keptBytes(page)).not.toContain('WH 1')
  })

  it('the console asks for persistent storage, and says once that the device has removed its data', async () => {
    const account = await newAccount({ features: ['locations'] })
    const { context, page } = await openWindow('about:blank')
    await page.addInitScript(() => {
      navigator.storage.persist = () => {
        sessionStorage.setItem('asked', 'yes')
        return Promise.resolve(true)
      }
    })
    await enter(page, account)
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('asked'))).toBe('yes')
    await expect.poll(() => keptCollections(page)).toContain('locations')
    await page.reload()
    await page.getByText(`Hi, ${account.username}`).waitFor()
    expect(await page.getByText(deviceTexts.storageRemoved).count()).toBe(0)

    // A tablet with little free space removes data between two visits; WebKit removes everything except cookies.
    await page.goto('/icons/icon.svg')
    const device = await context.newCDPSession(page)
    await device.send('Storage.clearDataForOrigin', {
      origin: new URL(page.url()).origin,
      storageTypes: 'indexeddb,local_storage,cache_storage,service_workers',
    })
    // The notice shows for three seconds, which the rest of the load may take.
    await page.goto('/login', { waitUntil: 'commit' })
    await page.getByText(deviceTexts.storageRemoved).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Sign In' }).waitFor()
    expect(await page.getByText(deviceTexts.storageRemoved).count()).toBe(0)
  })

  it('the page and its headers fit in one TCP segment, so that a connection cannot break between them', async () => {
    const { hostname, port } = new URL(inject('demo').address)
    const socket = connect(Number(port), hostname)
    socket.write(
      'GET /login HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\nAccept-Encoding: gzip, br\r\n\r\n',
    )
    const [piece] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    const page = readFileSync('dist/console/index.html.br')
    expect(piece.subarray(-page.length)).toEqual(page)
    expect(piece.length).toBeLessThanOrEqual(SEGMENT_BYTES)
  })

  it('files are served compressed by the build; hashed files are cached for ever and others are revalidated', async () => {
    const { address } = inject('demo')
    const get = (path: string, encoding: string): Promise<Response> =>
      fetch(address + path, { headers: { accept: 'text/html,*/*', 'accept-encoding': encoding } })
    const assets = readdirSync('dist/console/assets').filter((name) => /\.(js|css)$/.test(name))
    const large = assets.filter((name) => statSync(`dist/console/assets/${name}`).size >= 1_024)
    expect(large.length).toBeGreaterThan(5)
    for (const name of large) {
      for (const [encoding, suffix] of Object.entries({ br: 'br', gzip: 'gz' })) {
        const { headers } = await get(`/assets/${name}`, encoding)
        expect([name, headers.get('content-encoding')]).toEqual([name, encoding])
        expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
        const packed = statSync(`dist/console/assets/${name}.${suffix}`).size
        expect([name, headers.get('content-length')]).toEqual([name, String(packed)])
      }
    }
    const pages = ['/', '/bins', '/sw.js', '/boot.js']
    for (const path of pages) {
      expect([path, (await get(path, 'br')).headers.get('content-encoding')]).toEqual([path, 'br'])
    }
    for (const path of [...pages, '/manifest.webmanifest', '/config.json']) {
      expect([path, (await get(path, 'br')).headers.get('cache-control')]).toEqual([
        path,
        'no-cache',
      ])
    }
  })
})
