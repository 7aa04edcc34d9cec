/** Since when the page has been hidden, in ms; it outlives a page that the tablet discards meanwhile. */
import { KEYS, readNumber, remove, write } from '#console/session/stored.ts'

export function readHiddenSince(): number | null {
  return readNumber(KEYS.hiddenSince)
}

export function writeHiddenSince(since: number | null): void {
  if (since === null) remove(KEYS.hiddenSince)
  else write(KEYS.hiddenSince, String(since))
}
