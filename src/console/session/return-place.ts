/** Where the person was when the session was locked (decisions/console/session.md). */
import { isProtectedPath } from '#contract/screens.ts'
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
 * Takes the place stored for this admin, once. Only a protected screen is accepted: a place that
 * was tampered with leads neither to another address nor back to the login.
 */
export function consumeReturnPlace(username: string): string | null {
  const place = readRecord(KEYS.returnPlace)
  remove(KEYS.returnPlace)
  const whose = place?.['username']
  const mine = typeof whose === 'string' && isSameAdmin(whose, username)
  const href = mine ? place?.['href'] : null
  if (typeof href !== 'string') return null
  const [pathname = ''] = href.split(/[?#]/)
  return isProtectedPath(pathname) ? href : null
}
