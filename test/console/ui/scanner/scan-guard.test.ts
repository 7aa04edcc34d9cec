import { userEvent, type UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SCAN_KEY_GAP_MS } from '#contract/constants.ts'
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
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  // Events are as old as the clock of the test says.
  vi.spyOn(Event.prototype, 'timeStamp', 'get').mockImplementation(() => Date.now())
  document.body.innerHTML = PAGE
  stop = startScanGuard()
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

/** One key alone; whether the browser does with it what it always does. */
function keyDown(target: Element, init: KeyboardEventInit): boolean {
  return target.dispatchEvent(
    new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }),
  )
}

/** A scanner: 3 ms from key to key. */
const scanner = () => keyboard(3)
/** A person, who types fast. */
const person = () => keyboard(60)

function keyboard(delay: number): UserEvent {
  return userEvent.setup({ delay, advanceTimers: (ms) => vi.advanceTimersByTime(ms) })
}

const someTime = () => vi.advanceTimersByTime(SCAN_KEY_GAP_MS)

describe('a scan outside of a text field', () => {
  test.each(['12345678', ' 12 34', '/12/34', 'D-01 04'])(
    'presses no button and calls no shortcut: %j',
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

  test('follows no link, ticks no box and sends no form', async () => {
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

  test('leaves a list of choices as it was', async () => {
    const changed = vi.fn<() => void>()
    at('size').addEventListener('change', changed)
    at('size').focus()
    // As a browser does: the list goes to the choice that begins so.
    at('size').addEventListener('keydown', () => (at('size').value = '25'))
    await scanner().keyboard('2512{Enter}')
    expect(at('size').value).toBe('10')
    expect(changed).toHaveBeenCalledTimes(1)
  })

  test('presses nothing where the page was too busy to look in time', () => {
    at('sync').focus()
    for (const key of '1234') {
      keyDown(at('sync'), { key })
      vi.advanceTimersByTime(3)
    }
    const before = Date.now()
    // What waited has acted meanwhile; the next key was pressed long before it was seen.
    vi.advanceTimersByTime(500)
    vi.setSystemTime(before)
    expect(keyDown(at('sync'), { key: 'Enter' })).toBe(false)
  })
})

describe('a scan in a field', () => {
  test.each(['{Enter}', '{Tab}'])(
    'replaces what a search looked for, and %s stays there',
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

  test('of a form lets every further Tab move the focus, however fast it follows', async () => {
    at('name').focus()
    await scanner().keyboard('12345678{Tab}')
    expect(document.activeElement).toBe(at('agrees'))
    await scanner().keyboard('{Tab}')
    expect(document.activeElement?.textContent).toBe('Save')
  })

  test('of a form is typed there, and its Enter sends the form', async () => {
    at('name').focus()
    await scanner().keyboard('12345{Enter}')
    expect(at('name').value).toBe('12345')
    expect(submitted).toHaveBeenCalledTimes(1)
  })
})

describe('a person', () => {
  test.each(['{Enter}', ' '])('presses a button with %j, once', async (key) => {
    at('sync').focus()
    await person().keyboard(key)
    someTime()
    expect(pressed).toHaveBeenCalledTimes(1)
  })

  test('presses it also right after other keys', async () => {
    at('sync').focus()
    await person().keyboard('abcdef{Enter}')
    await scanner().keyboard('abc{Enter}')
    expect(pressed).toHaveBeenCalledTimes(2)
  })

  test('holds the space bar down and presses once', () => {
    at('sync').focus()
    const space = { key: ' ', code: 'Space' }
    expect(keyDown(at('sync'), space)).toBe(false)
    for (let nth = 0; nth < 5; nth += 1) {
      vi.advanceTimersByTime(33)
      expect(keyDown(at('sync'), { ...space, repeat: true })).toBe(false)
    }
    const up = new KeyboardEvent('keyup', { bubbles: true, cancelable: true, ...space })
    // The browser would press when the bar comes up.
    expect(at('sync').dispatchEvent(up)).toBe(false)
    expect(pressed).toHaveBeenCalledTimes(1)
  })

  test('calls a shortcut a moment later, and loses nothing of what follows at once', async () => {
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

  test('leaves a button by Tab, ticks a box and scrolls the page', async () => {
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

  test('adds to a search, and keeps what is there when Enter follows', async () => {
    at('search').focus()
    at('search').setSelectionRange(3, 3)
    await person().keyboard('1234{Enter}')
    expect(at('search').value).toBe('old1234')
  })
})

test('Enter and a press that a screen reader makes act at once', () => {
  at('sync').focus()
  expect(keyDown(at('sync'), { key: 'Enter', code: 'Enter' })).toBe(true)
  at('sync').click()
  expect(pressed).toHaveBeenCalledTimes(1)
})
