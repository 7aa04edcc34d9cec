/** What the person was typing when the page was unloaded, encrypted with the cache key. */
import { KEYS, readText, remove, write } from '#console/session/stored.ts'

/** The stored draft; null if there is none. */
export function readDraft(): string | null {
  return readText(KEYS.draft)
}

export function writeDraft(sealed: string | null): void {
  if (sealed === null) remove(KEYS.draft)
  else write(KEYS.draft, sealed)
}
