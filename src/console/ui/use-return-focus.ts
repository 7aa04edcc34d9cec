/** Returns the focus when a dialog closes; the library does so only for dialogs that stay mounted. */
import { useEffect, useState } from 'react'

/** For dialogs that are mounted only while open. */
export function useReturnFocus(): void {
  const [openedFrom] = useState(openerNow)
  useEffect(() => () => openedFrom?.focus({ preventScroll: true }), [openedFrom])
}

function openerNow(): HTMLElement | null {
  const focused = document.activeElement
  // An entry of a menu is unmounted by then, but not the button that opened the menu.
  const button = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  const opener = button ? document.getElementById(button) : focused
  return opener instanceof HTMLElement ? opener : null
}
