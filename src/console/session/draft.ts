/** What was being typed when the page went, sealed with the cache key. */
import { KEYS, readText, remove, write } from '#console/session/stored.ts'

/** Null where there is nothing. */
export function readDraft(): string | null {
  return readText(KEYS.draft)
}

export function writeDraft(sealed: string | null): void {
  if (sealed === null) remove(KEYS.draft)
  else write(KEYS.draft, sealed)
}
