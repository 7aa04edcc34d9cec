/** What keys and scans do to their target, and the default action of keys that are replayed later. */
import { hasSymbologyPrefix } from '#contract/scan/gs1.ts'

/** A choice in a select. */
export interface Choice {
  readonly list: HTMLSelectElement
  readonly value: string
}

/** Inputs that are pressed or moved and not typed into. */
const NOT_TYPED = new Set([
  'button',
  'checkbox',
  'color',
  'file',
  'image',
  'radio',
  'range',
  'reset',
  'submit',
])

/** Whether typed characters become text of the target. */
export function acceptsText(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !target.readOnly && !NOT_TYPED.has(target.type)
  if (target instanceof HTMLTextAreaElement) return !target.readOnly
  return target instanceof HTMLElement && target.isContentEditable
}

export function isSearchField(target: EventTarget | null): target is HTMLInputElement {
  return target instanceof HTMLInputElement && target.type === 'search' && acceptsText(target)
}

/** Whether a scan in the field is a command and not text: see `startScanGuard`. */
export function isScanField(target: EventTarget | null): target is HTMLInputElement {
  return target instanceof HTMLInputElement && 'scan' in target.dataset && acceptsText(target)
}

/** Whether a scan in the field is taken as one, and not as its text. */
export function isRead(target: EventTarget | null): target is HTMLInputElement {
  return isSearchField(target) || isScanField(target)
}

/** Whether nothing but a scanner writes into the field: it asks for no soft keyboard. */
export function isInScanMode(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.inputMode === 'none'
}

/** Whether a scan is taken without an end key. In a field other text may come as quickly, such as that of a macro. */
export function endsInSilence(target: EventTarget | null, scanned: string): boolean {
  if (!acceptsText(target)) return true
  return isRead(target) && (isInScanMode(target) || hasSymbologyPrefix(scanned))
}

/** Whether the space bar presses the target. */
export function isPressedBySpace(target: EventTarget | null): target is HTMLElement {
  if (target instanceof HTMLInputElement) return NOT_TYPED.has(target.type)
  return target instanceof HTMLElement && target.matches('button, summary')
}

/** Replays a key that was held back. */
export function replayKey(event: KeyboardEvent): void {
  const { target, key } = event
  const { activeElement } = document
  // An earlier key, such as the shortcut of a search or of the box, has moved the focus.
  if (activeElement !== target && isRead(activeElement)) {
    insertText(activeElement, key, 'at the cursor')
    return
  }
  const isLeft = target?.dispatchEvent(new KeyboardEvent(event.type, event)) ?? false
  if (isLeft && key === ' ' && isPressedBySpace(target)) target.click()
}

/** Inserts text into a field with the same events as typing. */
export function insertText(
  field: HTMLInputElement,
  text: string,
  where: 'at the cursor' | 'instead',
): void {
  if (where === 'instead') field.select()
  const { selectionStart, selectionEnd } = field
  field.setRangeText(text, selectionStart ?? 0, selectionEnd ?? 0, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Takes back what a scanner has typed before the cursor. */
export function takeBack(field: HTMLInputElement, scanned: string): void {
  // Control characters reach no field.
  const typed = scanned.replaceAll(/\p{Cc}/gu, '')
  const end = field.selectionStart ?? field.value.length
  if (!field.value.slice(0, end).endsWith(typed)) return
  field.setRangeText('', end - typed.length, end, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Chooses again what was chosen before the characters of a scan chose something else. */
export function chooseAgain({ list, value }: Choice): void {
  if (list.value === value) return
  list.value = value
  list.dispatchEvent(new Event('change', { bubbles: true }))
}
