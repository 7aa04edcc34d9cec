/** None missed, none false: what kinds of scanners send, and what people type, on one page. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SCAN_SILENCE_MS } from '#contract/constants.ts'
import { readScan, type ScanReading, searchOfScan } from '#contract/scan/gs1.ts'
import { startScanGuard } from '#console/ui/scanner/scan-guard.ts'
import { BURSTS } from '#test/console/ui/scanner/bursts.ts'
import { play } from '#test/console/ui/scanner/strokes.ts'
import { typedBy } from '#test/console/ui/scanner/typists.ts'
import { createRandom, pick } from '#test/netsuite/random.ts'

const PAGE = `
  <button id="button">Sync</button>
  <a id="link" href="#there" tabindex="0">Bins</a>
  <input id="tick" type="checkbox" />
  <select id="select"><option>10</option><option>25</option></select>
  <ul role="menu"><li id="menu" role="menuitem" tabindex="-1">Logout</li></ul>
  <div role="dialog" aria-modal="true">
    <form><input id="name" value="" /><button id="save">Save</button></form>
    <button id="close">Close</button>
  </div>
  <input id="search" type="search" />
  <input id="scan" data-scan inputmode="none" />`

/** Where a scan is no text. */
const OUTSIDE = ['button', 'link', 'tick', 'select', 'menu', 'save', 'close', null]

const scanned = vi.fn<(reading: ScanReading) => void>()
const misread = vi.fn<() => void>()
const happened = vi.fn<(event: string) => void>()
let stop: () => void

const seen = ({ type }: Event): void => happened(type)
const SEEN = ['click', 'submit', 'change']

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Event.prototype, 'timeStamp', 'get').mockImplementation(() => Date.now())
  document.body.innerHTML = PAGE
  for (const type of SEEN) document.addEventListener(type, seen)
  stop = startScanGuard({ onScan: scanned, onMisread: misread })
})
afterEach(() => {
  stop()
  for (const type of SEEN) document.removeEventListener(type, seen)
  document.body.innerHTML = ''
  vi.clearAllMocks()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

function focus(id: string | null): HTMLInputElement | null {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  const found = id === null ? null : document.querySelector<HTMLInputElement>(`#${id}`)
  found?.focus()
  return found
}

const someTime = () => vi.advanceTimersByTime(SCAN_SILENCE_MS + 400)

const readingOf = (raw: string): ScanReading => ({ raw, scan: readScan(raw) })

test.each(BURSTS.filter(({ isUnnamed }) => !isUnnamed))(
  '$scanner: given to the page once, and nothing else happens, wherever the focus is',
  ({ raw, strokes }) => {
    const before = document.body.innerHTML
    for (const id of OUTSIDE) {
      focus(id)
      const focused = document.activeElement
      const met = play(strokes).filter(({ key }) => key !== 'Shift' && key !== 'Control')
      someTime()
      // A select takes the characters, and gets its choice back.
      expect([id, id === 'select' ? met.filter(({ key }) => key === 'Enter') : met]).toEqual([
        id,
        [],
      ])
      expect(document.activeElement).toBe(focused)
    }
    expect(scanned.mock.calls).toEqual(OUTSIDE.map(() => [readingOf(raw)]))
    expect(happened.mock.calls).toEqual([])
    expect(document.body.innerHTML).toBe(before)
  },
)

test.each(BURSTS)(
  '$scanner: given to the page by a field for scanning, which keeps what it held',
  ({ raw, strokes }) => {
    const field = focus('scan')
    for (const held of ['', 'bolt ']) {
      if (field) field.value = held
      play(strokes)
      someTime()
      expect(field?.value).toBe(held)
      expect(document.activeElement).toBe(field)
    }
    expect(scanned.mock.calls).toEqual([[readingOf(raw)], [readingOf(raw)]])
  },
)

test.each(BURSTS)(
  '$scanner: replaces the text of a search, if it has an end key or a prefix and comes in characters',
  ({ raw, strokes }) => {
    const isEnded = ['Enter', 'Tab', 'm', 'j'].includes(strokes.at(-1)?.key ?? '')
    const isAtOnce = strokes[0]?.text === raw
    const isTaken = (isEnded || raw.startsWith(']')) && !isAtOnce
    const field = focus('search')
    play(strokes)
    someTime()
    expect(field?.value).toBe(isTaken ? searchOfScan(readScan(raw)) : raw)
    expect(scanned).not.toHaveBeenCalled()
    expect(misread).not.toHaveBeenCalled()
  },
)

test('1,000 inputs of people are never taken for scans: every key arrives, every text stays, every Enter and Tab acts', () => {
  const next = createRandom(1_000)
  for (let nth = 0; nth < 1_000; nth += 1) {
    const id = pick(next, ['name', 'search', 'scan', 'button', null])
    const field = focus(id)
    const isField = id !== 'button' && id !== null
    if (field && isField) {
      field.value = ''
      field.inputMode = ''
    }
    const { strokes, text } = typedBy(next)
    // A key that is held back arrives after a modifier that follows it, and without its repetitions.
    const named = strokes.filter(
      ({ key, isRepeated }) => key !== '' && key !== 'Control' && !(isRepeated && key === '0'),
    )
    const arrived: string[] = []
    const listen = ({ key, repeat }: KeyboardEvent): void => {
      if (key !== 'Control' && !(repeat && key === '0')) arrived.push(key)
    }
    document.addEventListener('keydown', listen)
    const met = play(strokes)
    someTime()
    document.removeEventListener('keydown', listen)
    expect([nth, id, arrived]).toEqual([nth, id, named.map(({ key }) => key)])
    expect([nth, isField ? field?.value : text]).toEqual([nth, text])
    const ends = (keys: readonly { readonly key: string }[]) =>
      keys.filter(({ key }) => key === 'Enter' || key === 'Tab').length
    expect([nth, ends(met)]).toEqual([nth, ends(named)])
  }
  expect(scanned).not.toHaveBeenCalled()
  expect(misread).not.toHaveBeenCalled()
})
