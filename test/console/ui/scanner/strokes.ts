/** Keys as a page sees them, played to the focused element with their timing. Needs a fake clock. */
import { vi } from 'vitest'

export interface Stroke {
  /** In ms after the stroke before it. */
  readonly after: number
  /** As `KeyboardEvent.key` names it; empty for text that comes without a key. */
  readonly key: string
  readonly isControl?: boolean
  readonly isRepeated?: boolean
  /** What reaches a text field; by default the character of the key. */
  readonly text?: string
  readonly inputType?: string
}

/** A key whose default action the browser would carry out, such as pressing a button. */
export interface Met {
  readonly key: string
  readonly target: Element
}

/**
 * Plays strokes as a browser does.
 * @returns the named keys whose default action was not prevented
 */
export function play(strokes: readonly Stroke[]): Met[] {
  const met: Met[] = []
  let composed = 0
  for (const { after, key, isControl = false, isRepeated = false, text, inputType } of strokes) {
    vi.advanceTimersByTime(after)
    const target = document.activeElement ?? document.body
    const init = { key, code: `Key ${key}`, ctrlKey: isControl, repeat: isRepeated }
    if (key !== '') {
      const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init })
      if (!target.dispatchEvent(event)) continue
      met.push({ key, target })
    }
    const isField = target instanceof HTMLInputElement && /^(?:text|search)$/.test(target.type)
    if (!isField || isControl) continue
    const written = text ?? (key.length === 1 ? key : '')
    if (key === 'Backspace') write(target, '', 'deleteContentBackward', 0)
    else if (written !== '') write(target, written, inputType ?? 'insertText', composed)
    composed = inputType === 'insertCompositionText' ? written.length : 0
  }
  return met
}

/** @param composed how much of the field belongs to the composition so far, which is sent whole with each character */
function write(field: HTMLInputElement, text: string, inputType: string, composed: number): void {
  const { value } = field
  const isDeleted = inputType === 'deleteContentBackward'
  field.value = value.slice(0, value.length - (isDeleted ? 1 : composed)) + text
  field.setSelectionRange(field.value.length, field.value.length)
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType, data: text }))
}
