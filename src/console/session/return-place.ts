/** Where the person was when the session was locked (decisions/console/session.md). */
import { isSameAdmin } from '#console/session/session.ts'
import { KEYS, readRecord, remove, write } from '#console/session/stored.ts'

/** The place, and who it was. */
export interface ReturnPlace {
  readonly username: string
  readonly href: string
}

/** Keeps the place for the next sign-in of the same admin. */
export function keepReturnPlace(place: ReturnPlace): void {
  write(KEYS.returnPlace, JSON.stringify(place))
}

/** The place kept for this admin, once; only a path of this console, never an address elsewhere. */
export function takeReturnPlace(username: string): string | null {
  const place = readRecord(KEYS.returnPlace)
  remove(KEYS.returnPlace)
  const whose = place?.['username']
  const mine = typeof whose === 'string' && isSameAdmin(whose, username)
  const href = mine ? place?.['href'] : null
  return typeof href === 'string' && /^\/(?![/\\])/.test(href) ? href : null
}
