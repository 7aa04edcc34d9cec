/** The quick page of the console's tests answers as jsdom does, and its errors say as much. */
import { jsx } from 'react/jsx-runtime'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { quickenElements } from '#test/support/console/quick/quick-elements.ts'
import { quickenErrors } from '#test/support/console/quick/quick-errors.ts'

const SHOWN = `
  <main><div>a</div><span>b</span><p style="display: inline">c</p><p style="display: none"><b>d</b></p></main>
  <section hidden><p>e</p></section><div hidden style="display: block">f</div>
  <div style="visibility: hidden"><p>g</p><p style="visibility: visible"><i>h</i></p></div>
  <div style="color: red"><p>i</p></div>
  <table><thead><tr><th>j</th></tr></thead><tbody><tr hidden><td>k</td></tr><tr><td>l</td></tr></tbody></table>
  <dialog>m</dialog><dialog open>n</dialog><details><summary>o</summary>p</details><div popover>q</div>
  <input><input type="hidden"><input type="checkbox"><button>r</button><svg><g><path /></g></svg><ul><li>s</li></ul>
  <div class="gone">t</div><div class="pale"><p>u</p></div>`

const SHEETS = [
  ['no sheet', ''],
  ['a sheet that hides nothing', ':root { --gap: 1px } .gone { color: red }'],
  ['a sheet for a width', '@media (min-width: 1px) { .gone { display: none } }'],
  ['a sheet that hides', '.gone { display: none } .pale { visibility: hidden }'],
] as const

const LABELLED = `
  <form><label for="a">A</label><input id="a"><label>B <input id="b"></label><label>C <i></i></label>
  <label for="a">Again A</label><label for="">D <input id="d"></label><label for="none">E <input id="e"></label>
  <label for="div">F</label><div id="div"></div><label>G <select id="g"></select><textarea id="h"></textarea></label>
  <label for="twin">I</label><input id="twin"><input id="twin"><label>J <input type="hidden"></label>
  <label for="k">K <button id="k"></button></label><meter></meter><output></output><progress></progress></form>`

/** A page of jsdom's own, next to the quick one. */
let slow: Window & typeof globalThis

beforeEach(() => {
  const frame = document.body.appendChild(document.createElement('iframe'))
  slow = frame.contentWindow as typeof slow
})

afterEach(() => {
  document.head.replaceChildren()
  document.body.replaceChildren()
})

/** Shows the same in both pages; the quick one keeps the frame of the other. */
function show(html: string, sheet = ''): HTMLElement {
  const place = document.createElement('div')
  document.body.append(place)
  for (const page of [document, slow.document]) {
    const style = page.createElement('style')
    style.textContent = sheet
    page.head.replaceChildren(style)
  }
  place.innerHTML = html
  slow.document.body.innerHTML = `<div>${html}</div>`
  return place
}

/** How each element is shown, by the styles of its own page. */
function shownIn(page: Window, place: Element | null): string[] {
  return Array.from(place?.querySelectorAll('*') ?? [], (element) => {
    const style = page.getComputedStyle(element)
    const asked = [style.getPropertyValue('display'), style.getPropertyValue('visibility')]
    expect([style.display, style.visibility]).toEqual(asked)
    return [element.outerHTML, ...asked, style.color].join(' ')
  })
}

test.each(SHEETS)('elements are shown and hidden as jsdom does it, with %s', (_, sheet) => {
  const place = show(SHOWN, sheet)
  const theirs = shownIn(slow, slow.document.body.firstElementChild)
  expect(theirs.length).toBeGreaterThan(40)
  expect(new Set(theirs.map((line) => / none visible/.test(line))).size).toBe(2)
  expect(shownIn(window, place)).toEqual(theirs)
})

test('a later change shows and hides as jsdom does it', () => {
  const place = show('<div><p>a</p></div>')
  const both = [place, slow.document.body.firstElementChild]
  const change = (how: (outer: HTMLElement) => void): void => {
    for (const at of both) how(at?.firstElementChild as HTMLElement)
    expect(shownIn(window, place)).toEqual(shownIn(slow, both[1] ?? null))
  }
  change(() => undefined)
  change((outer) => void (outer.style.visibility = 'hidden'))
  expect(getComputedStyle(place.querySelector('p') ?? place).visibility).toBe('hidden')
  change((outer) => void (outer.style.visibility = ''))
  change((outer) => void (outer.hidden = true))
  change((outer) => void (outer.hidden = false))
  change(({ ownerDocument }) => ownerDocument.styleSheets[0]?.insertRule('p { display: none }'))
  expect(getComputedStyle(place.querySelector('p') ?? place).display).toBe('none')
})

test('fields have the labels that jsdom gives them', () => {
  const place = show(LABELLED)
  const labels = (within: Element | null): unknown[] =>
    Array.from(within?.querySelectorAll<HTMLInputElement>('form *') ?? [], (field) => [
      field.outerHTML,
      field.labels && Array.from(field.labels, (label) => label.textContent),
    ])
  const theirs = labels(slow.document.body)
  expect(theirs).toContainEqual(['<input id="a">', ['A', 'Again A']])
  expect(theirs).toContainEqual(['<input type="hidden">', null])
  expect(labels(place)).toEqual(theirs)
})

/** The message of a query that finds nothing. */
function missedBy(query: Promise<HTMLElement>): Promise<string> {
  return query.then(() => 'found', String)
}

test('while a test waits, the error of a query names what is missing and leaves the page out', async () => {
  quickenErrors()
  show('<p>a page</p>')
  const errors: unknown[] = []
  const look = (): void => {
    try {
      screen.getByText('nothing')
    } catch (error) {
      errors.push(error)
    }
  }
  await waitFor(look)
  look()
  expect(errors.map(String)).toEqual([
    expect.stringMatching(/nothing/),
    expect.stringMatching(/nothing[^]*a page/),
  ])
  expect(String(errors[0])).not.toContain('a page')
})

test('a test whose wait times out is told what is missing, and sees the page once', async () => {
  quickenErrors()
  show('<p>a page</p>')
  const missed = await missedBy(screen.findByText('nothing', undefined, { timeout: 1 }))
  expect(missed).toMatch(
    /^TestingLibraryElementError: Unable to find an element with the text: nothing/,
  )
  expect(missed.split('a page')).toHaveLength(2)
})

test('a test that finds several is told which, and sees the page once', async () => {
  quickenErrors()
  show('<p id="first">twin</p><p id="second">twin</p><i>a page</i>')
  const missed = await missedBy(screen.findByText('twin', undefined, { timeout: 1 }))
  expect(missed).toMatch(/Found multiple[^]*<p id="first"><\/p>[^]*<p id="second"><\/p>[^]*a page/)
  expect(missed.split('a page')).toHaveLength(2)
})

test('elements are made without a stack of their own', () => {
  quickenElements()
  const stackOf = (): unknown => Reflect.get(jsx('p', {}), '_debugStack')
  expect(stackOf()).toBeDefined()
  expect(stackOf()).toBe(stackOf())
})
