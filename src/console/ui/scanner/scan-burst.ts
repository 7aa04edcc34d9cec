/** Tells the keys of a barcode scanner from those of a person by their timing alone. */
import { SCAN_KEY_GAP_MS, SCAN_MIN_LENGTH } from '#contract/constants.ts'

/** A keydown event. */
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
  | { readonly kind: 'character'; readonly isFirst: boolean }
  /** `scanned` is empty for a second Enter or Tab after the first. */
  | { readonly kind: 'end'; readonly scanned: string }
  | { readonly kind: 'modifier' | 'other' }

const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock'])
const ENDS = new Set(['Enter', 'Tab'])

/**
 * Reads the keys of one page in order. A scan is a run of at least 4 characters, each within 35 ms
 * of the previous one, followed as quickly by Enter or Tab.
 */
export function scanBurst(): (pressed: KeyDown) => KeyRole {
  let text = ''
  let hasJustEnded = false
  let last = Number.NEGATIVE_INFINITY
  return ({ key, at, isRepeated, held }) => {
    if (MODIFIERS.has(key)) return { kind: 'modifier' }
    const isClose = !isRepeated && at - last <= SCAN_KEY_GAP_MS
    const run = isClose ? text : ''
    const isTail = isClose && hasJustEnded
    last = at
    text = ''
    hasJustEnded = false
    if (ENDS.has(key) && held === 'nothing') {
      if (!isTail && run.length < SCAN_MIN_LENGTH) return { kind: 'other' }
      hasJustEnded = true
      return { kind: 'end', scanned: run }
    }
    const isShortcut = held === 'command' || (held === 'control' && run === '')
    if (isRepeated || isShortcut || !isCharacter(key)) return { kind: 'other' }
    text = run + (held === 'control' ? controlCharacter(key) : key)
    return { kind: 'character', isFirst: run === '' }
  }
}

/** Named keys have longer names. */
function isCharacter(key: string): boolean {
  return Array.from(key).length === 1
}

/** Control with a key types the character 64 code points below it: `]` gives the group separator. */
function controlCharacter(key: string): string {
  return String.fromCharCode(key.toUpperCase().charCodeAt(0) & 0x1f)
}
