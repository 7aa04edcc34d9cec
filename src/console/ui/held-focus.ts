/** Keeps the focus in a dialog that must be answered first, also where another one opens behind it later. */
import { useEffect, useState, type RefCallback } from 'react'

/**
 * A ref for anything inside the dialog. Focus that goes elsewhere comes back; what asked for it last
 * gets it once the dialog is gone.
 */
export function useHeldFocus(): RefCallback<HTMLElement> {
  const [{ hold, handOver }] = useState(heldFocus)
  useEffect(() => handOver, [handOver])
  return hold
}

function heldFocus() {
  let asking: HTMLElement | null = null
  const hold = (inside: HTMLElement | null): (() => void) | undefined => {
    const dialog = inside?.closest<HTMLElement>('[role=dialog], [role=alertdialog]')
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
  // A click beside it leaves the focus nowhere, without asking for it elsewhere.
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
