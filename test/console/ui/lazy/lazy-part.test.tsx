import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MantineProvider } from '@mantine/core'
import { onlineManager } from '@tanstack/react-query'
import { http, HttpResponse } from 'msw'
import { StrictMode, Suspense, useState, type ComponentType } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { deviceTexts } from '#contract/texts/device-texts.ts'
import { listTexts } from '#contract/texts/list-texts.ts'
import { formTexts } from '#contract/texts/form-texts.ts'
import { offerUpdate } from '#console/data/api/host/new-version.ts'
import { FileLoadError } from '#console/data/api/host/part-files.ts'
import { lazyDialog } from '#console/ui/lazy/lazy-dialog.tsx'
import { lazyPart } from '#console/ui/lazy/lazy-part.tsx'
import { SectionFallback } from '#console/ui/lazy/missing-part.tsx'
import { fakeApi } from '#test/support/console/calls/fake-api.ts'
import '#test/support/test-timeouts.ts'

const api = fakeApi()
const user = userEvent.setup()

afterEach(() => {
  cleanup()
  onlineManager.setOnline(true)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

interface Given {
  readonly word: string
}

function Greeting({ word }: Given) {
  return <p>Hello {word}</p>
}

function Form({ word, onClose }: Given & { readonly onClose: () => void }) {
  return (
    <div role="dialog" aria-label="Form">
      {word}
      <button type="button" onClick={onClose}>
        Done
      </button>
    </div>
  )
}

/** A part that fails to load a number of times and then arrives. */
function lostTimes<P>(
  times: number,
  part: ComponentType<P>,
  why: Error = new FileLoadError('gone'),
) {
  let left = times
  return vi.fn<() => Promise<ComponentType<P>>>(async () => {
    left -= 1
    if (left >= 0) throw why
    return part
  })
}

function draw(part: React.ReactNode): void {
  render(
    <StrictMode>
      <MantineProvider>
        <p>What stands around it</p>
        <Suspense>{part}</Suspense>
      </MantineProvider>
    </StrictMode>,
  )
}

const retry = async () => user.click(await screen.findByRole('button', { name: listTexts.retry }))

describe('a part that does not come', () => {
  test('the part says so in its place, and renders with its props as soon as it arrives', async () => {
    const load = lostTimes(2, Greeting)
    const Part = lazyPart(load)
    draw(<Part word="Ada" />)
    expect((await screen.findByRole('alert')).textContent).toContain(deviceTexts.partMissing)
    expect(screen.getByText('What stands around it')).toBeDefined()
    await retry()
    expect(await screen.findByRole('button', { name: listTexts.retry })).toBeDefined()
    await retry()
    await screen.findByText('Hello Ada')
    expect(load).toHaveBeenCalledTimes(3)
  })

  test('the part is tried again when it is mounted another time', async () => {
    const load = lostTimes(1, Greeting)
    const Part = lazyPart(load)
    draw(<Part word="Ada" />)
    await screen.findByRole('alert')
    cleanup()
    draw(<Part word="Bob" />)
    await screen.findByText('Hello Bob')
    expect(load).toHaveBeenCalledTimes(2)
  })

  test('a preloaded part renders at once', async () => {
    const Part = lazyPart(lostTimes(0, Greeting))
    await Part.preload()
    draw(<Part word="Ada" />)
    expect(screen.getByText('Hello Ada')).toBeDefined()
  })

  test.each([
    ['reloads the page if the host answers: the browser does not request its module again', true],
    ['keeps the page if the host does not answer either', false],
  ])('a retry after the files arrived %s', async (_what, isThere) => {
    api.use(
      http.get('/config.json', () => (isThere ? HttpResponse.json({}) : HttpResponse.error())),
    )
    const reload = vi.fn<() => void>()
    vi.stubGlobal('location', { href: window.location.href, reload })
    const Part = lazyPart(lostTimes(2, Greeting, new TypeError('Failed to fetch the module')))
    draw(<Part word="Ada" />)
    await retry()
    await vi.waitFor(() =>
      expect(screen.getByRole('button', { name: listTexts.retry }).ariaBusy).not.toBe('true'),
    )
    expect(reload).toHaveBeenCalledTimes(isThere ? 1 : 0)
  })
})

describe('a part lost with the link', () => {
  const setOnline = (isOnline: boolean) => act(async () => onlineManager.setOnline(isOnline))

  test('the part comes by itself once the link is back', async () => {
    const load = lostTimes(1, Greeting)
    const Part = lazyPart(load, SectionFallback)
    onlineManager.setOnline(false)
    draw(<Part word="Ada" />)
    await screen.findByRole('alert')
    await setOnline(true)
    await screen.findByText('Hello Ada')
    expect(load).toHaveBeenCalledTimes(2)
  })

  test('the part is tried once for each time the link comes back, and by hand in between', async () => {
    const load = lostTimes(4, Greeting)
    const Part = lazyPart(load)
    draw(<Part word="Ada" />)
    await screen.findByRole('alert')
    await setOnline(false)
    expect(load).toHaveBeenCalledTimes(1)
    await setOnline(true)
    await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2))
    await retry()
    expect(load).toHaveBeenCalledTimes(3)
    await setOnline(false)
    await setOnline(true)
    await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(4))
    await retry()
    await screen.findByText('Hello Ada')
  })

  test('the page is not reloaded unless a person asks for it', async () => {
    api.use(http.get('/config.json', () => HttpResponse.json({})))
    const reload = vi.fn<() => void>()
    vi.stubGlobal('location', { href: window.location.href, reload })
    const load = lostTimes(3, Greeting, new TypeError('Failed to fetch the module'))
    const Part = lazyPart(load)
    draw(<Part word="Ada" />)
    await screen.findByRole('alert')
    await setOnline(false)
    await setOnline(true)
    await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2))
    await retry()
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  })

  test('a section says that a part is missing, not the page', async () => {
    const Part = lazyPart(lostTimes(1, Greeting), SectionFallback)
    draw(<Part word="Ada" />)
    expect((await screen.findByRole('alert')).textContent).toContain(
      "This part didn't load. Check your connection.",
    )
  })
})

describe('a dialog that does not come', () => {
  function Page({
    load,
  }: {
    readonly load: () => Promise<ComponentType<Parameters<typeof Form>[0]>>
  }) {
    const [Dialog] = useState(() => lazyDialog(load))
    const [isOpen, setOpen] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        {isOpen && <Dialog word="Ada" onClose={() => setOpen(false)} />}
      </>
    )
  }

  test('a missing dialog says so, then opens, and the focus returns to its opener', async () => {
    draw(<Page load={lostTimes(1, Form)} />)
    await user.click(screen.getByRole('button', { name: 'Open' }))
    const dialog = await screen.findByRole('dialog', { name: deviceTexts.dialogMissing })
    expect(dialog.textContent).toContain(deviceTexts.partMissing)
    await retry()
    await screen.findByRole('dialog', { name: 'Form' })
    expect(screen.queryByRole('dialog', { name: deviceTexts.dialogMissing })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Done' }))
    expect(document.activeElement?.textContent).toBe('Open')
  })

  test('a missing dialog closes like any other and is tried again when opened another time', async () => {
    const load = lostTimes(1, Form)
    draw(<Page load={load} />)
    await user.click(screen.getByRole('button', { name: 'Open' }))
    await user.click(await screen.findByRole('button', { name: formTexts.cancel }))
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Open' }))
    await screen.findByRole('dialog', { name: 'Form' })
    expect(load).toHaveBeenCalledTimes(2)
  })
})

// The last test, because an offer lasts until the page is loaded again.
test('the focus stays on the button when a retry finds a new version, and the button loads it then', async () => {
  const load = vi.fn<() => void>()
  const Part = lazyPart(lostTimes(2, Greeting))
  draw(<Part word="Ada" />)
  await retry()
  act(() => offerUpdate(load))
  const button = await screen.findByRole('button', { name: deviceTexts.reload })
  expect(document.activeElement === button).toBe(true)
  await user.click(button)
  expect(load).toHaveBeenCalledTimes(1)
})
