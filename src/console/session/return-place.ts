/** Where the person was when the session was locked (decisions/console/session.md). */
import { isSameAdmin } from '#console/session/session.ts'
import { KEYS, readRecord, remove, write } from '#console/session/stored.ts'

/** The place, and the admin who was there. */
export interface ReturnPlace {
  readonly username: string
  readonly href: string
}

/** Stores the place for the next sign-in of the same admin. */
export function storeReturnPlace(place: ReturnPlace): void {
  write(KEYS.returnPlace, JSON.stringify(place))
}

/**
 * Takes the place stored for this admin, once. Only a path of this console is accepted, never
 * another address.
 */
export function consumeReturnPlace(username: string): string | null {
  const place = readRecord(KEYS.returnPlace)
  remove(KEYS.returnPlace)
  const whose = place?.['username']
  const mine = typeof whose === 'string' && isSameAdmin(whose, username)
  const href = mine ? place?.['href'] : null
  return typeof href === 'string' && /^\/(?![/\\])/.test(href) ? href : null
}
