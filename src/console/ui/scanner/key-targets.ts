/** The default action of a key on its target, for keys that are replayed later. */

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

/** Whether the space bar presses the target. */
export function isPressedBySpace(target: EventTarget | null): target is HTMLElement {
  if (target instanceof HTMLInputElement) return NOT_TYPED.has(target.type)
  return target instanceof HTMLElement && target.matches('button, summary')
}

/** Replays a key that was held back. */
export function replayKey(event: KeyboardEvent): void {
  const { target, key } = event
  const { activeElement } = document
  // An earlier key, such as the shortcut of the search, has moved the focus.
  if (activeElement !== target && isSearchField(activeElement)) {
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
