import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { deviceTexts } from '#contract/texts/device-texts.ts'
import { consoleServer } from '#test/support/server/console-server.ts'
import { consolePage, renderConsole } from '#test/support/console/render.tsx'
import { signedInAdmin } from '#test/support/server/signed-in-admin.ts'

consolePage()

const { server } = consoleServer()

const IPAD =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari'
const OLD_IPAD = 'Mozilla/5.0 (iPad; CPU OS 12_4 like Mac OS X) AppleWebKit/605.1.15 Safari'
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; SM-X210) AppleWebKit/537.36 Chrome/150.0 Safari'
const DESK = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/150.0 Safari'

beforeAll(async () => (await import('#console/pwa/install.ts')).listenForInstall())
beforeEach(() => window.localStorage.clear())

/** The help on the dashboard of a device, or null. */
async function told(device: { userAgent: string; touch?: number; isInstalled?: boolean }) {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(device.userAgent)
  Object.defineProperty(navigator, 'maxTouchPoints', {
    value: device.touch ?? 0,
    configurable: true,
  })
  Object.defineProperty(navigator, 'standalone', {
    value: device.isInstalled ?? false,
    configurable: true,
  })
  await signedInAdmin(server(), { features: ['bins'] })
  const page = await renderConsole({ path: '/dashboard' })
  // The dashboard is complete, with the help or without.
  await screen.findByRole('heading', { name: 'Welcome to the Admin Portal' })
  return { page, note: screen.queryByRole('note')?.textContent ?? null }
}

describe('the help to install', () => {
  test.each([IPAD, OLD_IPAD])('the help names Share on an iPad: %s', async (userAgent) => {
    const { note } = await told({ userAgent, touch: 5 })
    expect(note).toContain(deviceTexts.installTitle)
    expect(note).toContain(deviceTexts.installByShare)
  })

  test('the help names the menu on Android, and the prompt once the browser offers it', async () => {
    const { note, page } = await told({ userAgent: ANDROID, touch: 5 })
    expect(note).toContain(deviceTexts.installByMenu)
    const prompt = vi.fn<() => Promise<void>>(() => Promise.resolve())
    fireEvent(window, Object.assign(new Event('beforeinstallprompt'), { prompt }))
    await page.press(deviceTexts.install)
    expect(prompt).toHaveBeenCalledOnce()
    await waitFor(() => expect(screen.queryByRole('note')).toBeNull())
  })

  test.each([
    ['on a desk', { userAgent: DESK }],
    ['on a Mac, which has no touch', { userAgent: IPAD }],
    ['in the installed app', { userAgent: OLD_IPAD, touch: 5, isInstalled: true }],
  ])('there is no help %s', async (_where, device) => {
    expect((await told(device)).note).toBeNull()
  })

  test('the help is on the dashboard only, and declining removes it for good', async () => {
    const { page } = await told({ userAgent: OLD_IPAD, touch: 5 })
    await page.go('/bins')
    await screen.findByRole('heading', { name: 'Bins' })
    expect(screen.queryByRole('note')).toBeNull()
    await page.go('/dashboard')
    await page.press(deviceTexts.notNow)
    await waitFor(() => expect(screen.queryByRole('note')).toBeNull())
    expect(window.localStorage.getItem('dockside.installHelp')).toBe('yes')
  })
})
