/** The camera part in a real browser, with a film of a drawn code as its camera and the policy of our server. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { readScan, type ScanReading } from '#contract/scan/gs1.ts'
import { scanTexts } from '#contract/texts/own/scan-texts.ts'
import { openWindow, turnAway } from '#test/browser/support/browser.ts'
import { serveCameraPage } from '#test/browser/support/camera-page/serve.ts'
import { drawn, filmOf } from '#test/support/drawn-codes.ts'

const LABEL = '(01)09501101530003(10)AB-123(21)S1'
const RAW = ']d2010950110153000310AB-123\u001D21S1'

let page: Awaited<ReturnType<typeof serveCameraPage>>
let folder: string
let film: string

beforeAll(async () => {
  const { headers } = await fetch(inject('demo').address, { headers: { accept: 'text/html' } })
  page = await serveCameraPage(headers.get('content-security-policy') ?? '')
  folder = mkdtempSync(join(tmpdir(), 'dockside-film-'))
  film = join(folder, 'label.y4m')
  writeFileSync(film, filmOf(await drawn(LABEL, { format: 'DataMatrix', options: 'gs1=true' })))
}, 60_000)

afterAll(async () => {
  await page.stop()
  rmSync(folder, { recursive: true })
})

it('the camera reads a GS1 label, without the network from the second time on, and is off when closed or hidden', async () => {
  const { page: tab, context } = await openWindow('/', {
    address: page.address,
    args: [
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
    mayComplain: /ERR_FAILED|ERR_INTERNET_DISCONNECTED/,
  })
  const asked: string[] = []
  context.on('request', (request) =>
    asked.push(`${request.method()} ${new URL(request.url()).pathname}`),
  )
  await watchTracks(tab)
  await tab.getByRole('button', { name: 'Open' }).click()
  await expect.poll(() => readingsOn(tab)).toEqual([{ raw: RAW, scan: readScan(RAW) }])
  await tab.getByText(scanTexts.holdCode).waitFor()
  expect(await tracksOn(tab)).toBe(1)
  // The picture never leaves the device.
  expect(
    asked.filter(
      (each) => !/^GET \/assets\/(camera-worker|zxing_reader)-[\w-]+\.(js|wasm)$/.test(each),
    ),
  ).toEqual([])

  await turnAway(tab, 'hidden')
  await expect.poll(() => tracksOn(tab)).toBe(0)
  // A slow machine may read the code once more: it counts as new after a moment without frames.
  const readings = async () => (await readingsOn(tab)).length
  const beforeReturn = await readings()
  await turnAway(tab, 'visible')
  await expect.poll(() => tracksOn(tab)).toBe(1)
  await expect.poll(readings).toBeGreaterThan(beforeReturn)
  await tab.getByRole('button', { name: scanTexts.closeCamera }).click()
  await expect.poll(() => tracksOn(tab)).toBe(0)

  await context.route('**/*.wasm', (route) => route.abort())
  const beforeOpening = await readings()
  await tab.getByRole('button', { name: 'Open' }).click()
  await expect.poll(readings).toBeGreaterThan(beforeOpening)
  await tab.getByRole('button', { name: scanTexts.closeCamera }).click()
})

it('a refused camera leads to a photo, which the same reader reads', async () => {
  const { page: tab, context } = await openWindow('/', {
    address: page.address,
    args: ['--use-fake-device-for-media-stream', '--deny-permission-prompts'],
  })
  let isConnected = false
  await context.route('**/*.wasm', (route) =>
    isConnected ? route.continue() : route.fulfill({ status: 503 }),
  )
  await tab.getByRole('button', { name: 'Open' }).click()
  await tab.getByText(scanTexts.cameraRefused).waitFor()
  const photograph = async (buffer: Buffer): Promise<void> => {
    const chooser = tab.waitForEvent('filechooser')
    await tab.getByRole('button', { name: scanTexts.takePhoto }).click()
    await (await chooser).setFiles({ name: 'photo.png', mimeType: 'image/png', buffer })
  }
  const { png } = await drawn('9501101530003', { format: 'EAN13', scale: 4 })
  await photograph(png)
  await tab.getByText(scanTexts.readerMissing).waitFor()
  isConnected = true
  await photograph(png.subarray(0, 100))
  await tab.getByText(scanTexts.noCodeInPhoto).waitFor()
  await photograph(png)
  const raw = ']E09501101530003'
  await expect.poll(() => readingsOn(tab)).toEqual([{ raw, scan: readScan(raw) }])
})

async function readingsOn(tab: Page): Promise<ScanReading[]> {
  const texts = await tab.getByRole('listitem').allTextContents()
  return texts.map((text) => JSON.parse(text) as ScanReading)
}

/** Keeps the streams that the page asks for. */
async function watchTracks(tab: Page): Promise<void> {
  await tab.evaluate(() => {
    const { mediaDevices } = navigator
    const ask = mediaDevices.getUserMedia.bind(mediaDevices)
    const tracks: MediaStreamTrack[] = []
    Object.assign(window, { tracks })
    mediaDevices.getUserMedia = async (wanted) => {
      const stream = await ask(wanted)
      tracks.push(...stream.getTracks())
      return stream
    }
  })
}

/** How many of them are on. */
function tracksOn(tab: Page): Promise<number> {
  return tab.evaluate(() => {
    const { tracks } = window as unknown as { readonly tracks: readonly MediaStreamTrack[] }
    return tracks.filter(({ readyState }) => readyState === 'live').length
  })
}
