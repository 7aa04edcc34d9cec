/**
 * `display` and `visibility` without jsdom's cascade, which matches every rule of the browser's sheet for every element
 * after every change. Accessible names ask for both at each element, and took a fifth of the time of all console tests.
 */

type Shown = 'display' | 'visibility'

interface Styled extends Element {
  readonly style?: CSSStyleDeclaration
}

/** The attributes by which the browser's own sheet tells the elements of a tag apart, as far as they are shown. */
const TOLD_APART_BY = ['hidden', 'open', 'popover', 'type'] as const

const quickened = new WeakSet<Window>()

/** Makes `getComputedStyle` of a page quick for what is shown. Everything else jsdom still answers. */
export function quickenStyles(page: Window): void {
  if (quickened.has(page)) return
  quickened.add(page)
  const slow = page.getComputedStyle.bind(page)
  const displays = new Map<string, string>()

  const displayOf = (element: Styled): string => {
    const marks = TOLD_APART_BY.map((name) => element.getAttribute(name) ?? '-')
    const kind = [element.namespaceURI, element.localName, ...marks].join()
    const display = displays.get(kind) ?? slow(element).display
    displays.set(kind, display)
    return display
  }

  const answer = (element: Styled, what: Shown): string => {
    if (!isPlain(element)) return slow(element)[what]
    if (what === 'display')
      return setsInline(element, what) ? slow(element)[what] : displayOf(element)
    const isSet = (at: Element | null): boolean =>
      at !== null && (at.hasAttribute('hidden') || setsInline(at, what) || isSet(at.parentElement))
    return isSet(element) ? slow(element)[what] : 'visible'
  }

  const quick = (element: Styled, pseudo?: string | null): CSSStyleDeclaration => {
    if (pseudo) return slow(element, pseudo)
    let full: CSSStyleDeclaration | undefined
    const rest = (): CSSStyleDeclaration => (full ??= slow(element))
    const valueOf = (name: string): string =>
      isShown(name) ? answer(element, name) : rest().getPropertyValue(name)
    return new Proxy({} as CSSStyleDeclaration, {
      get: (_, name) => {
        if (name === 'getPropertyValue') return valueOf
        if (isShown(name)) return answer(element, name)
        const value: unknown = Reflect.get(rest(), name)
        return typeof value === 'function' ? value.bind(rest()) : value
      },
      has: (_, name) => Reflect.has(rest(), name),
    })
  }
  page.getComputedStyle = quick
  globalThis.getComputedStyle = quick
}

function isShown(name: string | symbol): name is Shown {
  return name === 'display' || name === 'visibility'
}

function setsInline(element: Styled, what: Shown): boolean {
  return element.hasAttribute('style') && element.style?.getPropertyValue(what) !== ''
}

/** Whether no sheet of the page shows or hides anything, so that the browser's own sheet decides. */
function isPlain({ ownerDocument, isConnected }: Element): boolean {
  return isConnected && Array.from(ownerDocument.styleSheets).every((sheet) => !decides(sheet))
}

const deciding = new WeakMap<CSSStyleSheet, { readonly rules: number; readonly decides: boolean }>()

function decides(sheet: CSSStyleSheet): boolean {
  const rules = sheet.cssRules.length
  const known = deciding.get(sheet)
  if (known?.rules === rules) return known.decides
  const found = Array.from(sheet.cssRules).some(showsOrHides)
  deciding.set(sheet, { rules, decides: found })
  return found
}

/** jsdom leaves out rules for a width. Any other rule counts, whatever it selects. */
function showsOrHides(rule: CSSRule): boolean {
  if ('media' in rule && /width/.test((rule as CSSMediaRule).media.mediaText)) return false
  return /display|visibility|all\s*:|@import/.test(rule.cssText)
}
