/** Reads characters that reach a field without a key that names them, as Android scanners and soft keyboards send them. */
import { isInScanMode } from '#console/ui/scanner/key-targets.ts'

/**
 * Reads the `input` events of one page in order.
 * @returns for each event the characters that it added, empty for none, or null if they were not typed
 */
export function typedInput(): (event: InputEvent) => string | null {
  /** Android writes a word as a composition, and sends all of it with each character. */
  let composed = ''
  return (event) => {
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
}
