/** What a scan leads to. */
import {
  dayOf,
  type ScanElement,
  type ScanReading,
  SEPARATOR,
  withoutPrefix,
} from '#contract/scan/gs1.ts'
import { findTexts } from '#contract/texts/own/find-texts.ts'
import { scanTexts } from '#contract/texts/own/scan-texts.ts'
import { FOUND_LISTS } from '#console/data/engine/find/entry.ts'
import {
  type ExactHits,
  findExactly,
  type Hit,
  type Opened,
  type Parts,
} from '#console/data/engine/find/find-in.ts'
import { openedIn } from '#console/data/engine/find/part.ts'
import { shownIn } from '#console/data/engine/find/block.ts'
import { dateFormat } from '#console/rows/date-format.ts'

export interface LookedUp extends ExactHits {
  /** What to search for if nothing has this code. */
  readonly text: string
  /** What the code says besides: lot, serial number, dates. */
  readonly about: string | null
}

/** A label of our own: `DS:bin:17`. */
const OWN_LABEL = /^DS:(bin|item|location):(.+)$/i
const LABELLED = { bin: 'bins', item: 'items', location: 'locations' } as const
const PRODUCT = new Set(['01', '02'])
const CONTAINER = '00'

/**
 * Looks up a scan.
 * @param recent what was opened lately: where the person is, its own things come first
 */
export function lookUp(
  { scan, raw }: ScanReading,
  parts: Parts,
  recent: readonly Opened[],
): LookedUp {
  if (scan.kind === 'misread') return { hits: [], isCase: false, text: '', about: null }
  const elements = scan.kind === 'elements' ? scan.elements : []
  const main =
    elements.find(({ identifier }) => PRODUCT.has(identifier)) ??
    elements.find(({ identifier }) => identifier === CONTAINER) ??
    elements[0]
  const text = scan.kind === 'text' ? scan.text : (main?.value ?? raw)
  const [, kind = '', id = ''] = OWN_LABEL.exec(text) ?? []
  const found = kind === '' ? exactly(parts, text, raw) : labelled(parts, kind, id)
  const about = elements.flatMap((element) => factOf(element) ?? [])
  if (scan.kind === 'elements' && scan.isUnsure === true) about.push(scanTexts.unsure)
  return {
    ...found,
    hits: ownFirst(found.hits, parts, recent),
    text: text.replace(/^0+(?=\d{8})/, ''),
    about: about.length > 0 ? about.join(', ') : null,
  }
}

/** What looks like a product number may be an order number: the code as it was stored is then all that was scanned. */
function exactly(parts: Parts, text: string, raw: string): ExactHits {
  for (const code of new Set([text, withoutPrefix(raw), raw])) {
    const found = findExactly(parts, code)
    if (found.hits.length > 0) return found
  }
  return { hits: [], isCase: false }
}

function labelled(parts: Parts, kind: string, id: string): ExactHits {
  const list = FOUND_LISTS.find((one) => one === Reflect.get(LABELLED, kind.toLowerCase()))
  const hits = findExactly(parts, id).hits.filter((hit) => hit.list === list && hit.open === id)
  const there = list && openedIn(parts.get(list) ?? [], id)
  if (hits.length > 0 || !list || !there) return { hits, isCase: false }
  const shown = shownIn(there.block, there.number)
  return { hits: [{ ...shown, list, rank: 1, recency: 0 }], isCase: false }
}

/** Those in the location where the person opened something last. */
function ownFirst(hits: readonly Hit[], parts: Parts, recent: readonly Opened[]): readonly Hit[] {
  for (const { list, open } of recent) {
    const there = openedIn(parts.get(list) ?? [], open)
    const { where, name } = there ? shownIn(there.block, there.number) : { where: '', name: '' }
    const own = list === 'locations' ? name : list === 'bins' ? where : ''
    if (own !== '')
      return hits.toSorted((a, b) => Number(b.where === own) - Number(a.where === own))
  }
  return hits
}

function factOf({ identifier, value }: ScanElement): string | null {
  switch (identifier) {
    case '10':
      return findTexts.lot(value)
    case '21':
      return findTexts.serial(value)
    case '17':
      return findTexts.expires(dayText(value))
    case '15':
      return findTexts.bestBefore(dayText(value))
    case '30':
    case '37':
      return findTexts.count(String(Number(value)))
    default:
      return null
  }
}

/** In the order in which the person writes dates. */
function dayText(value: string): string {
  const day = dayOf(value, new Date().getFullYear())
  if (day === null) return value
  const [year = '', month = '', date = ''] = day.split('-')
  const { order } = dateFormat()
  if (order === 'year-first') return day
  return (order === 'month-first' ? [month, date, year] : [date, month, year]).join('-')
}

/** What was scanned, with its separators and other control characters visible. */
export function visibleText(raw: string): string {
  return raw
    .replaceAll(SEPARATOR, '\u241D')
    .replaceAll(/\p{Cc}/gu, (control) => String.fromCharCode(0x2400 + control.charCodeAt(0)))
}
