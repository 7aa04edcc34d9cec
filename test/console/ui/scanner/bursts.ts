/**
 * What kinds of scanners send, with the gaps between their keys: by USB at the pace of its polling, by Bluetooth in
 * bundles with stalls, on Android without the names of the keys.
 */
import type { Stroke } from '#test/console/ui/scanner/strokes.ts'

export interface Burst {
  readonly scanner: string
  readonly raw: string
  /** Whether only `input` events tell what is typed, so that it needs a field. */
  readonly isUnnamed?: true
  readonly strokes: readonly Stroke[]
}

const GS = '\u001D'

/** One key for each character, with Shift and Control as they are needed, at gaps that repeat. */
function keys(raw: string, gaps: readonly number[]): Stroke[] {
  return Array.from(raw).flatMap((character, nth): Stroke[] => {
    const after = nth === 0 ? 400 : (gaps[nth % gaps.length] ?? 0)
    if (character === GS)
      return [
        { after, key: 'Control' },
        { after: 1, key: ']', isControl: true },
      ]
    return /[A-Z:(]/.test(character)
      ? [
          { after, key: 'Shift' },
          { after: 1, key: character },
        ]
      : [{ after, key: character }]
  })
}

/** As Android sends it: all that is written so far, with each character. */
function composed(raw: string, gaps: readonly number[]): Stroke[] {
  return Array.from(raw).map((_, nth) => ({
    after: nth === 0 ? 400 : (gaps[nth % gaps.length] ?? 0),
    key: 'Unidentified',
    text: raw.slice(0, nth + 1),
    inputType: 'insertCompositionText',
  }))
}

const inserted = (raw: string, gaps: readonly number[]): Stroke[] =>
  Array.from(raw).map((text, nth) => ({
    after: nth === 0 ? 400 : (gaps[nth % gaps.length] ?? 0),
    key: 'Unidentified',
    text,
  }))

const enter = (after: number): Stroke => ({ after, key: 'Enter' })
const tab = (after: number): Stroke => ({ after, key: 'Tab' })

const EAN = '4006381333931'
const LABEL = `]C1010950110153000310AB-123${GS}21S1`

export const BURSTS: readonly Burst[] = [
  {
    scanner: 'Zebra DS, USB wedge, Enter',
    raw: EAN,
    strokes: [...keys(EAN, [8, 8, 9, 7, 16]), enter(8)],
  },
  {
    scanner: 'Zebra DS, GS1-128 with Ctrl+] between elements, Enter',
    raw: LABEL,
    strokes: [...keys(LABEL, [8, 7, 9]), enter(9)],
  },
  {
    scanner: 'Honeywell Voyager, USB wedge, Tab',
    raw: 'D-01-04',
    strokes: [...keys('D-01-04', [4, 5, 4, 12]), tab(5)],
  },
  {
    scanner: 'Honeywell Xenon, carriage return and line feed',
    raw: 'SO-2001',
    strokes: [
      ...keys('SO-2001', [2, 3]),
      enter(3),
      { after: 2, key: 'Control' },
      { after: 1, key: 'j', isControl: true },
    ],
  },
  {
    scanner: 'Datalogic Gryphon, Enter and Tab',
    raw: 'BIN 0042',
    strokes: [...keys('BIN 0042', [1, 1, 6]), enter(1), tab(1)],
  },
  {
    scanner: 'Datalogic, carriage return as Control with M',
    raw: '036000291452',
    strokes: [
      ...keys('036000291452', [10, 12]),
      { after: 10, key: 'Control' },
      { after: 1, key: 'm', isControl: true },
    ],
  },
  {
    scanner: 'Socket, Bluetooth on an iPad, stalls of a bundle, Enter',
    raw: ']E0' + EAN,
    strokes: [...keys(']E0' + EAN, [11, 11, 30, 11, 12, 76, 11]), enter(60)],
  },
  {
    scanner: 'Inateck, slow Bluetooth, Enter',
    raw: 'A-77-3',
    strokes: [...keys('A-77-3', [30, 34, 33]), enter(34)],
  },
  {
    scanner: 'Opticon, symbology prefix, no end key',
    raw: ']d2' + '0109501101530003',
    strokes: keys(']d2' + '0109501101530003', [3, 4]),
  },
  {
    scanner: 'Newland, neither prefix nor end key',
    raw: '/01/9001',
    strokes: keys('/01/9001', [5, 9]),
  },
  {
    scanner: 'DataWedge, keystroke output (229) as a composition, Enter',
    raw: EAN,
    isUnnamed: true,
    strokes: [...composed(EAN, [9, 14, 21]), enter(12)],
  },
  {
    scanner: 'DataWedge, keystroke output (229) key by key, no end key',
    raw: 'A-01-02',
    isUnnamed: true,
    strokes: inserted('A-01-02', [10, 25]),
  },
  {
    scanner: 'Honeywell CT40, whole code at once, Tab',
    raw: ']E0' + EAN,
    isUnnamed: true,
    strokes: [{ after: 400, key: 'Unidentified', text: ']E0' + EAN }, tab(20)],
  },
]
