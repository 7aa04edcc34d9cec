/** When a dialog is gone, the focus is where it was before; the library does so only for those that stay mounted. */
import { useEffect, useState } from 'react'

/** For dialogs that are there while they are open. */
export function useFocusBack(): void {
  const [openedFrom] = useState(openerNow)
  useEffect(() => () => openedFrom?.focus({ preventScroll: true }), [openedFrom])
}

function openerNow(): HTMLElement | null {
  const focused = document.activeElement
  // An entry of a menu is gone by then; what opened the menu is not.
  const button = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  const opener = button ? document.getElementById(button) : focused
  return opener instanceof HTMLElement ? opener : null
}
