/** Hides and shows the page with the events of a browser. */

export function hidePage(): void {
  tell('hidden')
}

export function showPage(): void {
  tell('visible')
}

function tell(state: DocumentVisibilityState): void {
  if (document.visibilityState === state) return
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}
