/** Tells the keys of a barcode scanner from those of a person by their timing alone. */
import { SCAN_KEY_GAP_MS, SCAN_LONGEST_GAP_MS, SCAN_MIN_LENGTH } from '#contract/constants.ts'

/** A keydown event, or a character that reached a field without one. */
export interface KeyDown {
  /** As `KeyboardEvent.key` names it. */
  readonly key: string
  /** In ms, by any monotonic clock. */
  readonly at: number
  /** Repeated because the key is held down, which no scanner does. */
  readonly isRepeated: boolean
  /** Scanners send control characters, such as the separators of GS1, with Control. */
  readonly held: 'nothing' | 'control' | 'command'
}

/** The role of a key: a character that may belong to a scan, the end of a scan, or neither. */
export type KeyRole =
  | {
      readonly kind: 'character'
      readonly isFirst: boolean
      /** Whether the keys up to this one came quickly enough to be held back. */
      readonly mayBeScan: boolean
    }
  /** `scanned` is empty for a second end of the same scan: some scanners send Enter and then Tab. */
  | { readonly kind: 'end'; readonly scanned: string }
  | { readonly kind: 'modifier' | 'other' }

/** Reads the keys of one page in order. */
export interface ScanBurst {
  readonly press: (pressed: KeyDown) => KeyRole
  /** What has been scanned up to now, if it were the end; empty if that is no scan. */
  readonly soFar: () => string
  /**
   * Ends a scan without an end key. Keys that arrive later but were pressed in time still belong to it: a busy page is
   * told of them after its own clock has run out.
   */
  readonly end: () => void
}

/** Characters that follow each other like those of a scanner. */
interface Run {
  readonly text: string
  readonly quick: number
  readonly slow: number
  /** The quick gaps at the end, and the most of them in a row. */
  readonly row: number
  readonly longestRow: number
}

const NO_RUN: Run = { text: '', quick: 0, slow: 0, row: 0, longestRow: 0 }
const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock'])
const ENDS = new Set(['Enter', 'Tab'])
/** With Control these are Tab, line feed and carriage return. */
const END_LETTERS = new Set(['i', 'j', 'm'])

/**
 * A scan is a run of at least 4 characters, none more than 80 ms after the previous one and more than half of them
 * within 35 ms, three of these in a row; Enter or Tab end it within 80 ms. Two fingers that roll over each other make
 * one or two quick gaps, never three.
 */
export function scanBurst(): ScanBurst {
  let run = NO_RUN
  /** The run that silence has ended, until the next key. */
  let silenced = NO_RUN
  /** What ended the last scan, until the next key. */
  let ended: 'Enter' | 'Tab' | 'silence' | null = null
  let last = Number.NEGATIVE_INFINITY

  const press = ({ key, at, isRepeated, held }: KeyDown): KeyRole => {
    if (MODIFIERS.has(key)) return { kind: 'modifier' }
    const gap = isRepeated ? Number.POSITIVE_INFINITY : at - last
    const earlier = ended === 'silence' ? silenced : run
    const before = gap <= SCAN_LONGEST_GAP_MS ? earlier : NO_RUN
    const isTail = ended !== null && isSecondEnd(ended, key, gap)
    const isLate = ended === 'silence'
    last = at
    run = NO_RUN
    silenced = NO_RUN
    ended = null
    const isLetter = held === 'control' && END_LETTERS.has(key.toLowerCase())
    if ((ENDS.has(key) && held === 'nothing') || (isLetter && (isTail || isScan(before)))) {
      if (!isTail && !isScan(before)) return { kind: 'other' }
      // After silence this is only the first end: a second one may follow it as late.
      if (!isTail || isLate) ended = key === 'Tab' ? 'Tab' : 'Enter'
      if (isTail) return { kind: 'end', scanned: '' }
      return { kind: 'end', scanned: before.text }
    }
    const isShortcut = held === 'command' || (held === 'control' && before.text === '')
    if (isRepeated || isShortcut || !isCharacter(key)) return { kind: 'other' }
    run = longer(before, held === 'control' ? controlCharacter(key) : key, gap)
    return {
      kind: 'character',
      isFirst: before.text === '',
      mayBeScan: run.slow <= run.quick + 1,
    }
  }
  return {
    press,
    soFar: () => (isScan(run) ? run.text : ''),
    end: () => {
      silenced = run
      run = NO_RUN
      ended = 'silence'
    },
  }
}

/** Nobody's scanner sends Tab twice, so the second one is a person's. */
function isSecondEnd(ended: 'Enter' | 'Tab' | 'silence', key: string, gap: number): boolean {
  if (ended === 'silence') return gap <= SCAN_LONGEST_GAP_MS
  return gap <= SCAN_KEY_GAP_MS && !(ended === 'Tab' && key === 'Tab')
}

function isScan({ text, quick, slow, longestRow }: Run): boolean {
  const isLong = text !== '' && quick + slow + 1 >= SCAN_MIN_LENGTH
  return isLong && quick > slow && longestRow >= SCAN_MIN_LENGTH - 1
}

function longer({ text, quick, slow, row, longestRow }: Run, character: string, gap: number): Run {
  if (text === '') return { ...NO_RUN, text: character }
  if (gap > SCAN_KEY_GAP_MS)
    return { text: text + character, quick, slow: slow + 1, row: 0, longestRow }
  const longest = Math.max(longestRow, row + 1)
  return { text: text + character, quick: quick + 1, slow, row: row + 1, longestRow: longest }
}

/** Named keys have longer names. */
function isCharacter(key: string): boolean {
  return Array.from(key).length === 1
}

/** Control with a key types the character 64 code points below it: `]` gives the group separator. */
function controlCharacter(key: string): string {
  return String.fromCharCode(key.toUpperCase().charCodeAt(0) & 0x1f)
}
