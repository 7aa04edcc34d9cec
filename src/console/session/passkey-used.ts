/** Whether a passkey was used on this device: only then does the sign-in page wait for one in the name's field. */
const KEY = 'passkeyUsed'

/** False too where the browser keeps nothing. */
export function wasPasskeyUsed(): boolean {
  try {
    return window.localStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

/** Remembers it across sessions; it names no account. */
export function rememberPasskey(): void {
  try {
    window.localStorage.setItem(KEY, 'true')
  } catch {
    // The button works without it.
  }
}
