import type { FocusEvent } from 'react'

/**
 * Scrolls the focused element out from under sticky headers and columns, because browsers consider
 * it visible there. The room they need is the table's `scroll-margin`.
 */
export function revealFocus({ target, currentTarget }: FocusEvent): void {
  if (target === currentTarget || !target.matches(':focus-visible')) return
  target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
