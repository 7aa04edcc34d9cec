/**
 * Escape belongs to what has the focus: the dialog around it stays open. Dialogs of the component
 * library listen before everybody else, and leave Escape to what carries this mark.
 */
import type { FocusEvent } from 'react'

const MARK = 'data-mantine-stop-propagation'

/** For something that is focused. */
export const containsEscape = { [MARK]: true }

/** For something in which something is focused. */
export const containEscape = {
  onFocusCapture: ({ target }: FocusEvent): void => target.setAttribute(MARK, 'true'),
}
