/** Reads characters that reach a field without a key that names them, as Android scanners and soft keyboards send them. */
import { isInScanMode } from '#console/ui/scanner/key-targets.ts'

/** Reads the `input` events of one page in order. */
export interface TypedInput {
  /** The characters that an event added, empty for none, or null if they were not typed. */
  readonly addedBy: (event: InputEvent) => string | null
  /** A composition begins, or what was composed has been taken out of the field. */
  readonly restart: () => void
}

export function typedInput(): TypedInput {
  /** Android writes a word as a composition, and sends all of it with each character. */
  let composed = ''
  const addedBy = (event: InputEvent): string | null => {
    const { inputType, data } = event
    const before = inputType === 'insertCompositionText' ? composed : ''
    const whole = data ?? ''
    composed = inputType === 'insertCompositionText' ? whole : ''
    if (inputType !== 'insertText' && inputType !== 'insertCompositionText') return null
    // A correction replaces what was there.
    if (!whole.startsWith(before)) return null
    const added = whole.slice(before.length)
    // A whole word at once is one that the soft keyboard proposed; a scanner may send its code so.
    return Array.from(added).length > 1 && !isInScanMode(event.target) ? null : added
  }
  return { addedBy, restart: () => void (composed = '') }
}
