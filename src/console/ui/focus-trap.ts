/** Traps the focus in a dialog that must be answered first, even if another dialog opens behind it later. */
import { useEffect, useState, type RefCallback } from 'react'

/**
 * A ref for any element inside the dialog. Focus that moves elsewhere comes back; the last element
 * that asked for it gets it when the dialog closes.
 */
export function useFocusTrap(): RefCallback<HTMLElement> {
  const [{ hold, handOver }] = useState(heldFocus)
  useEffect(() => handOver, [handOver])
  return hold
}

function heldFocus() {
  let asking: HTMLElement | null = null
  const hold = (inside: HTMLElement | null): (() => void) | undefined => {
    const dialog = inside?.closest<HTMLElement>('[role=dialog]')
    if (!dialog) return undefined
    return keepInside(dialog, (element) => {
      asking = element
    })
  }
  return { hold, handOver: (): void => asking?.focus({ preventScroll: true }) }
}

function keepInside(dialog: HTMLElement, onAsked: (asking: HTMLElement) => void): () => void {
  let last = dialog
  const takeBack = (): void => last.focus({ preventScroll: true })
  const onFocusIn = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLElement)) return
    if (dialog.contains(target)) {
      last = target
      return
    }
    onAsked(target)
    takeBack()
  }
  // A click outside leaves no element focused and asks for none.
  const onFocusOut = ({ relatedTarget }: FocusEvent): void => {
    if (relatedTarget === null)
      setTimeout(() => {
        if (dialog.isConnected && !dialog.contains(document.activeElement)) takeBack()
      })
  }
  document.addEventListener('focusin', onFocusIn)
  document.addEventListener('focusout', onFocusOut)
  return () => {
    document.removeEventListener('focusin', onFocusIn)
    document.removeEventListener('focusout', onFocusOut)
  }
}
