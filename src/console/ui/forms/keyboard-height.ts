/** How much of the page the keyboard of a touch screen covers, in px. */
import { useSyncExternalStore } from 'react'

/** Follows the keyboard: a browser lays it over the page and tells only the height that it leaves. */
export function useKeyboardHeight(): number {
  return useSyncExternalStore(subscribe, read)
}

function read(): number {
  const view = window.visualViewport
  // A person who zooms in leaves less of the page, too, but no keyboard covers it.
  if (!view || view.scale > 1.05) return 0
  return Math.max(0, Math.round(window.innerHeight - view.height - view.offsetTop))
}

function subscribe(onChange: () => void): () => void {
  const view = window.visualViewport
  view?.addEventListener('resize', onChange)
  view?.addEventListener('scroll', onChange)
  return () => {
    view?.removeEventListener('resize', onChange)
    view?.removeEventListener('scroll', onChange)
  }
}
