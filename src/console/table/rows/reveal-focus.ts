import type { FocusEvent } from 'react'

/**
 * Scrolls what the keyboard has reached out from under the heads and columns that stay: browsers
 * leave alone what they take for seen. How much room those need is the `scroll-margin` of the table.
 */
export function revealFocus({ target, currentTarget }: FocusEvent): void {
  if (target === currentTarget || !target.matches(':focus-visible')) return
  target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
