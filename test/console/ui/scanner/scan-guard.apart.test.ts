import { userEvent, type UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SCAN_SILENCE_MS } from '#contract/constants.ts'
import { readScan, type ScanReading } from '#contract/scan/gs1.ts'
import { startScanGuard } from '#console/ui/scanner/scan-guard.ts'

const PAGE = `
  <button id="sync">Sync</button>
  <a id="link" href="#there">Bins</a>
  <input id="box" type="checkbox" />
  <select id="size"><option>10</option><option>25</option></select>
  <input id="search" type="search" value="old" />
  <form id="form"><input id="name" /><input id="agrees" type="checkbox" /><button>Save</button></form>`

const pressed = vi.fn<() => void>()
const submitted = vi.fn<(event: Event) => void>((event) => event.preventDefault())
const shortcut = vi.fn<() => void>()
const misread = vi.fn<() => void>()
const scanned = vi.fn<(reading: ScanReading) => void>()
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  // The time stamps of events follow the clock of the test.
  vi.spyOn(Event.prototype, 'timeStamp', 'get').mockImplementation(() => Date.now())
  document.body.innerHTML = PAGE
  stop = startScanGuard({ onScan: scanned, onMisread: misread })
  at('sync').addEventListener('click', pressed)
  at('form').addEventListener('submit', submitted)
  window.addEventListener('keydown', toShortcut)
})

afterEach(() => {
  stop()
  window.removeEventListener('keydown', toShortcut)
  document.body.innerHTML = ''
  vi.clearAllMocks()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

function toShortcut({ key, target }: KeyboardEvent): void {
  if (key === '/' && !(target instanceof HTMLInputElement)) {
    shortcut()
    at('search').focus()
  }
}

function at(id: string): HTMLInputElement {
  const found = document.getElementById(id)
  if (!found) throw new Error(`The page has no ${id}`)
  return found as HTMLInputElement
}

/** Presses one key; returns whether the browser performs its default action. */
function keyDown(target: Element, init: KeyboardEventInit): boolean {
  return target.dispatchEvent(
    new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }),
  )
}

/** A scanner with 3 ms between keys. */
const scanner = () => keyboard(3)
/** A person who types fast. */
const person = () => keyboard(60)

function keyboard(delay: number): UserEvent {
  return userEvent.setup({ delay, advanceTimers: (ms) => vi.advanceTimersByTime(ms) })
}

const someTime = () => vi.advanceTimersByTime(SCAN_SILENCE_MS)

describe('a scan outside of a text field', () => {
  test.each(['12345678', ' 12 34', '/12/34', 'D-01 04'])(
    'a scan presses no button and triggers no shortcut: %j',
    async (code) => {
      at('sync').focus()
      for (const end of ['{Enter}', '{Tab}', '{Enter}{Tab}'])
        await scanner().keyboard(`${code}${end}`)
      someTime()
      expect(pressed).not.toHaveBeenCalled()
      expect(shortcut).not.toHaveBeenCalled()
      expect(document.activeElement).toBe(at('sync'))
    },
  )

  test('a scan follows no link, ticks no box and submits no form', async () => {
    const followed = vi.fn<() => void>()
    at('link').addEventListener('click', followed)
    for (const id of ['link', 'box', 'agrees']) {
      at(id).focus()
      await scanner().keyboard('12 345{Enter}')
    }
    someTime()
    expect(followed).not.toHaveBeenCalled()
    expect(submitted).not.toHaveBeenCalled()
    expect([at('box').checked, at('agrees').checked]).toEqual([false, false])
  })

  test('a key that reaches the page late belongs to the scan that it was pressed in', () => {
    at('box').focus()
    let pressedAt = Date.now()
    vi.spyOn(Event.prototype, 'timeStamp', 'get').mockImplementation(() => pressedAt)
    for (const key of ['1', '2', ' ', '3', '4', 'Enter']) {
      keyDown(at('box'), { key, code: `Key ${key}` })
      pressedAt += 3
      // The key arrives later than it was pressed.
      vi.advanceTimersByTime(90)
    }
    someTime()
    expect(at('box').checked).toBe(false)
  })

  test('a key is not held back any longer once the next one is too slow for a scan', () => {
    at('sync').focus()
    keyDown(at('sync'), { key: '/', code: 'Slash' })
    vi.advanceTimersByTime(81)
    expect(shortcut).not.toHaveBeenCalled()
    keyDown(at('sync'), { key: 'a', code: 'KeyA' })
    expect(shortcut).toHaveBeenCalledTimes(1)
  })

  test('a scan leaves a select as it was', async () => {
    const changed = vi.fn<() => void>()
    at('size').addEventListener('change', changed)
    at('size').focus()
    // As a browser does: the select goes to the option with that first letter.
    at('size').addEventListener('keydown', () => (at('size').value = '25'))
    await scanner().keyboard('2512{Enter}')
    expect(at('size').value).toBe('10')
    expect(changed).toHaveBeenCalledTimes(1)
  })

  test('a scan presses nothing on a page too busy to handle keys in time', () => {
    at('sync').focus()
    for (const key of '1234') {
      keyDown(at('sync'), { key })
      vi.advanceTimersByTime(3)
    }
    const before = Date.now()
    // The held keys have been replayed meanwhile; the next key was pressed long before it was handled.
    vi.advanceTimersByTime(500)
    vi.setSystemTime(before)
    expect(keyDown(at('sync'), { key: 'Enter' })).toBe(false)
  })
})

describe('what is scanned outside of a text field', () => {
  const reading = (raw: string): ScanReading => ({ raw, scan: readScan(raw) })

  test('a page too busy to handle the rest of a scan in time presses nothing and gets the whole of it', () => {
    at('sync').focus()
    let pressedAt = Date.now()
    vi.spyOn(Event.prototype, 'timeStamp', 'get').mockImplementation(() => pressedAt)
    const met: string[] = []
    for (const key of ['4', '0', '0', '6', '3', 'Late', '8', '1', 'Enter']) {
      if (key === 'Late') vi.advanceTimersByTime(SCAN_SILENCE_MS)
      else if (keyDown(at('sync'), { key, code: `Key ${key}` })) met.push(key)
      pressedAt += 3
    }
    expect(met).toEqual([])
    expect(scanned.mock.calls).toEqual([[reading('40063')], [reading('4006381')]])
  })

  test.each([
    ['Enter and Tab', [{ key: 'Enter' }, { key: 'Tab' }]],
    [
      'two letters with Control',
      [
        { key: 'm', ctrlKey: true },
        { key: 'j', ctrlKey: true },
      ],
    ],
  ])('a page too busy to handle both of its end keys in time sees none: %s', (_, ends) => {
    at('sync').focus()
    let pressedAt = Date.now()
    vi.spyOn(Event.prototype, 'timeStamp', 'get').mockImplementation(() => pressedAt)
    const press = (init: KeyboardEventInit): boolean => {
      pressedAt += 3
      return keyDown(at('sync'), { ...init, code: `Key ${String(init.key)}` })
    }
    for (const key of '40063') press({ key })
    vi.advanceTimersByTime(SCAN_SILENCE_MS)
    expect(ends.filter(press)).toEqual([])
    expect(scanned.mock.calls).toEqual([[reading('40063')]])
  })

  test.each(['{Enter}', '{Tab}', '{Enter}{Tab}', '{Enter}{Control>}j{/Control}'])(
    'is given to the page once, whole, at %s',
    async (end) => {
      at('sync').focus()
      await scanner().keyboard(`]C110LOT-42{Control>}]{/Control}21S1${end}`)
      someTime()
      expect(scanned.mock.calls).toEqual([[reading(']C110LOT-42\u001D21S1')]])
      expect(document.activeElement).toBe(at('sync'))
      expect(pressed).not.toHaveBeenCalled()
    },
  )

  test('is given to the page after a moment without any end key', async () => {
    at('box').focus()
    await scanner().keyboard('A-01 02')
    expect(scanned).not.toHaveBeenCalled()
    someTime()
    expect(scanned.mock.calls).toEqual([[reading('A-01 02')]])
    expect(at('box').checked).toBe(false)
  })

  test('is given to the page even if it is misread', async () => {
    await scanner().keyboard(']E09501101530004{Enter}')
    expect(scanned.mock.calls).toEqual([[{ raw: ']E09501101530004', scan: { kind: 'misread' } }]])
    expect(misread).not.toHaveBeenCalled()
  })

  test('is not given to the page if it went into a field', async () => {
    for (const id of ['name', 'search']) {
      at(id).focus()
      await scanner().keyboard('A-01-02{Tab}')
    }
    someTime()
    expect(scanned).not.toHaveBeenCalled()
  })
})

describe('a scan in a field', () => {
  test.each(['{Enter}', '{Tab}'])(
    'a scan replaces the text of a search, and %s stays there',
    async (end) => {
      const heard: string[] = []
      at('search').addEventListener('input', () => heard.push(at('search').value))
      at('search').focus()
      await scanner().keyboard(`4006381${end}`)
      expect(at('search').value).toBe('4006381')
      expect(heard.at(-1)).toBe('4006381')
      expect(document.activeElement).toBe(at('search'))
      await scanner().keyboard(`77001${end}`)
      expect(at('search').value).toBe('77001')
    },
  )

  test('a scan with a symbology prefix replaces the text of a search without an end key', async () => {
    at('search').focus()
    await scanner().keyboard(']A0A-01-02')
    someTime()
    expect(at('search').value).toBe('A-01-02')
    await scanner().keyboard('A-77')
    someTime()
    expect(at('search').value).toBe('A-01-02A-77')
  })

  test('the second Tab after a scan into a search leaves it, however fast', async () => {
    at('search').focus()
    await scanner().keyboard('4006381{Tab}')
    expect(document.activeElement).toBe(at('search'))
    await scanner().keyboard('{Tab}')
    expect(document.activeElement).toBe(at('name'))
  })

  test('a GS1 code scanned into a search gives its product number, found in any length', async () => {
    at('search').focus()
    await scanner().keyboard(']C101000360002914521714070410AB-1{Enter}')
    expect(at('search').value).toBe('36000291452')
  })

  test('a misread code is reported and does not stay in the search', async () => {
    at('search').focus()
    await scanner().keyboard(']C10109501101530004{Enter}')
    expect(at('search').value).toBe('')
    expect(misread).toHaveBeenCalledOnce()
  })

  test('after a scan in a form field every further Tab moves the focus, however fast', async () => {
    at('name').focus()
    await scanner().keyboard('12345678{Tab}')
    expect(document.activeElement).toBe(at('agrees'))
    await scanner().keyboard('{Tab}')
    expect(document.activeElement?.textContent).toBe('Save')
  })

  test('a scan in a form field is typed there, and its Enter submits the form', async () => {
    at('name').focus()
    await scanner().keyboard('12345{Enter}')
    expect(at('name').value).toBe('12345')
    expect(submitted).toHaveBeenCalledTimes(1)
  })
})

describe('a person', () => {
  test.each(['{Enter}', ' '])('a person presses a button with %j, once', async (key) => {
    at('sync').focus()
    await person().keyboard(key)
    someTime()
    expect(pressed).toHaveBeenCalledTimes(1)
  })

  test('a person can press a button right after other keys', async () => {
    at('sync').focus()
    await person().keyboard('abcdef{Enter}')
    await scanner().keyboard('abc{Enter}')
    expect(pressed).toHaveBeenCalledTimes(2)
  })

  test('a person who holds the space bar presses once', () => {
    at('sync').focus()
    const space = { key: ' ', code: 'Space' }
    expect(keyDown(at('sync'), space)).toBe(false)
    for (let nth = 0; nth < 5; nth += 1) {
      vi.advanceTimersByTime(33)
      expect(keyDown(at('sync'), { ...space, repeat: true })).toBe(false)
    }
    const up = new KeyboardEvent('keyup', { bubbles: true, cancelable: true, ...space })
    // The browser would press on keyup.
    expect(at('sync').dispatchEvent(up)).toBe(false)
    expect(pressed).toHaveBeenCalledTimes(1)
  })

  test('a shortcut runs a moment later and loses no key that follows at once', async () => {
    await person().keyboard('/')
    someTime()
    expect(shortcut).toHaveBeenCalledTimes(1)
    at('search').blur()
    at('search').value = ''
    await scanner().keyboard('/ab')
    expect(shortcut).toHaveBeenCalledTimes(1)
    someTime()
    expect(shortcut).toHaveBeenCalledTimes(2)
    expect(at('search').value).toBe('ab')
  })

  test('what is typed at once after the shortcut of a field for scanning is written there', async () => {
    const field = document.createElement('input')
    field.dataset['scan'] = ''
    document.body.append(field)
    const toField = ({ key }: KeyboardEvent): void => {
      if (key === '#') field.focus()
    }
    window.addEventListener('keydown', toField)
    await scanner().keyboard('#ab')
    someTime()
    window.removeEventListener('keydown', toField)
    expect(field.value).toBe('ab')
  })

  test('a letter held back while a field for scanning appears is written before the next one', async () => {
    at('sync').focus()
    await scanner().keyboard('a')
    const field = document.createElement('input')
    field.dataset['scan'] = ''
    document.body.append(field)
    field.focus()
    await person().keyboard('b')
    someTime()
    expect(field.value).toBe('ab')
  })

  test('a person leaves a button by Tab, ticks a box and scrolls the page', async () => {
    const user = person()
    at('sync').focus()
    await user.keyboard('{Tab}')
    expect(document.activeElement).toBe(at('link'))
    at('box').focus()
    await user.keyboard(' ')
    someTime()
    expect(at('box').checked).toBe(true)
    at('box').blur()
    expect(keyDown(document.body, { key: ' ', code: 'Space' })).toBe(true)
  })

  test('a person adds to a search, and a following Enter keeps the text', async () => {
    at('search').focus()
    at('search').setSelectionRange(3, 3)
    await person().keyboard('1234{Enter}')
    expect(at('search').value).toBe('old1234')
  })
})

test('Enter and a click by a screen reader act at once', () => {
  at('sync').focus()
  expect(keyDown(at('sync'), { key: 'Enter', code: 'Enter' })).toBe(true)
  at('sync').click()
  expect(pressed).toHaveBeenCalledTimes(1)
})
