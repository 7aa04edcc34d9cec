/** What a key does where it is typed, for keys that act later than they were typed. */

/** Inputs that are pressed or moved instead of typed into. */
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

/** Whether characters that are typed there become its text. */
export function takesText(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !target.readOnly && !NOT_TYPED.has(target.type)
  if (target instanceof HTMLTextAreaElement) return !target.readOnly
  return target instanceof HTMLElement && target.isContentEditable
}

export function isSearchField(target: EventTarget | null): target is HTMLInputElement {
  return target instanceof HTMLInputElement && target.type === 'search' && takesText(target)
}

/** Whether the space bar presses it by itself. */
export function isPressedBySpace(target: EventTarget | null): target is HTMLElement {
  if (target instanceof HTMLInputElement) return NOT_TYPED.has(target.type)
  return target instanceof HTMLElement && target.matches('button, summary')
}

/** Does what a key that was held back would have done when it was typed. */
export function actAs(event: KeyboardEvent): void {
  const { target, key } = event
  const { activeElement } = document
  // A key before it, such as the one that leads to the search, has moved the focus.
  if (activeElement !== target && isSearchField(activeElement)) {
    insertText(activeElement, key, 'at the cursor')
    return
  }
  const isLeft = target?.dispatchEvent(new KeyboardEvent(event.type, event)) ?? false
  if (isLeft && key === ' ' && isPressedBySpace(target)) target.click()
}

/** Types into a field as far as anybody else can tell. */
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
