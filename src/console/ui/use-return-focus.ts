/** Returns the focus when a dialog closes; the library does so only for dialogs that stay mounted. */
import { useEffect, useRef, useState } from 'react'

/**
 * For dialogs that are mounted only while open.
 * @param fallback what gets the focus instead of the opener, if that is gone or about to go; null while it stays
 */
export function useReturnFocus(
  fallback?: (opener: HTMLElement | null) => HTMLElement | null,
): void {
  const [openedFrom] = useState(openerNow)
  const latest = useRef(fallback)
  useEffect(() => {
    latest.current = fallback
  }, [fallback])
  useEffect(
    () => () => (latest.current?.(openedFrom) ?? openedFrom)?.focus({ preventScroll: true }),
    [openedFrom],
  )
}

/** The list screen behind a dialog, whose rows come and go. */
export function screenBehind(): HTMLElement | null {
  return document.querySelector<HTMLElement>('section[aria-labelledby="screen-title"]')
}

function openerNow(): HTMLElement | null {
  const focused = document.activeElement
  // An entry of a menu is unmounted by then, but not the button that opened the menu.
  const button = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  const opener = button ? document.getElementById(button) : focused
  return opener instanceof HTMLElement ? opener : null
}
