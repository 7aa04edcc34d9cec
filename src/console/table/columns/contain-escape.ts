/**
 * Escape belongs to the focused element, so the dialog around it stays open. The component
 * library's dialogs listen first, and ignore Escape on elements with this attribute.
 */
import type { FocusEvent } from 'react'

const MARK = 'data-mantine-stop-propagation'

/** For an element that is focused itself. */
export const containsEscape = { [MARK]: true }

/** For an element that contains the focus. */
export const containEscape = {
  onFocusCapture: ({ target }: FocusEvent): void => target.setAttribute(MARK, 'true'),
}
