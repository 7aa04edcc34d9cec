/** Since when the page has been hidden, in ms; stored so that it outlives a page the tablet discards. */
import { KEYS, readNumber, remove, write } from '#console/session/stored.ts'

export function readHiddenSince(): number | null {
  return readNumber(KEYS.hiddenSince)
}

export function writeHiddenSince(since: number | null): void {
  if (since === null) remove(KEYS.hiddenSince)
  else write(KEYS.hiddenSince, String(since))
}
