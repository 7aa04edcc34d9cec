import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MantineProvider } from '@mantine/core'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { HIDDEN_GRACE_TAB_MS } from '#contract/constants.ts'
import { scanTexts } from '#contract/texts/own/scan-texts.ts'
import { CameraScan } from '#console/camera/camera-scan.tsx'
import { allowHiddenUntil, startSessionClock } from '#console/session/clock.ts'
import { endSession } from '#console/session/session.ts'
import { hidePage, showPage } from '#test/support/console/page-visibility.ts'
import { signedIn, signedOut } from '#test/support/console/session.ts'
import '#test/support/test-timeouts.ts'

const closed = vi.fn<() => void>()
const lit = vi.fn<(wanted: MediaTrackConstraints) => Promise<void>>(async () => undefined)
const stopped = vi.fn<() => void>()
const track = Object.assign(new EventTarget(), {
  stop: stopped,
  getCapabilities: () => ({ torch: true }),
  applyConstraints: lit,
})
const stream = { getTracks: () => [track], getVideoTracks: () => [track] }

beforeEach(() => {
  Object.assign(navigator, { mediaDevices: { getUserMedia: async () => stream } })
  vi.spyOn(HTMLVideoElement.prototype, 'play').mockResolvedValue()
  vi.spyOn(HTMLVideoElement.prototype, 'videoWidth', 'get').mockReturnValue(640)
  vi.stubGlobal('createImageBitmap', async () => ({ width: 1, height: 1, close: () => undefined }))
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      static getSupportedFormats = async () =>
        'code_128 code_39 data_matrix ean_13 ean_8 itf qr_code upc_a upc_e'.split(' ')
      detect = async () => []
    },
  )
  render(
    <MantineProvider>
      <CameraScan onScan={() => undefined} onClose={closed} />
    </MantineProvider>,
  )
})
afterEach(() => {
  cleanup()
  Object.assign(navigator, { mediaDevices: undefined })
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

test('a camera with a light turns it on and off', async () => {
  const light = await screen.findByRole('button', { name: scanTexts.light })
  const user = userEvent.setup()
  await user.click(light)
  await waitFor(() => expect(light.getAttribute('aria-pressed')).toBe('true'))
  await user.click(light)
  await waitFor(() => expect(light.getAttribute('aria-pressed')).toBe('false'))
  expect(lit.mock.calls).toEqual([
    [{ advanced: [{ torch: true }] }],
    [{ advanced: [{ torch: false }] }],
  ])
})

test.each(['hidden', 'expired', 'logout'] as const)(
  'a session that ends (%s) closes the camera',
  async (reason) => {
    await screen.findByText(scanTexts.holdCode)
    endSession(reason)
    expect(closed).toHaveBeenCalledOnce()
  },
)

test('a closed view turns the camera off', async () => {
  await screen.findByText(scanTexts.holdCode)
  expect(stopped).not.toHaveBeenCalled()
  cleanup()
  expect(stopped).toHaveBeenCalledOnce()
})

test.each([
  ['stays open while a photo is taken', true],
  ['locks when the page is hidden otherwise', false],
])('a session %s', async (_what, isPhoto) => {
  await screen.findByText(scanTexts.holdCode)
  const takePhoto = screen.getByRole('button', { name: scanTexts.takePhoto })
  vi.useFakeTimers()
  onTestFinished(() => {
    showPage()
    signedOut()
    allowHiddenUntil(0)
    vi.useRealTimers()
  })
  signedIn()
  allowHiddenUntil(0)
  onTestFinished(startSessionClock(() => HIDDEN_GRACE_TAB_MS))
  if (isPhoto) fireEvent.click(takePhoto)
  hidePage()
  vi.advanceTimersByTime(20_000)
  showPage()
  expect(closed).toHaveBeenCalledTimes(isPhoto ? 0 : 1)
})
