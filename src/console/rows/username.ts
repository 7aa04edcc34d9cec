/** The person behind a record, wherever the mobile app put the name (decisions.md 5.4). */
import type { Row } from '#contract/collections.ts'
import { USERNAME_FIELDS, USERNAME_PLACES } from '#contract/records/reports.ts'
import { valueOf } from '#console/rows/loose.ts'
import { objectsIn } from '#console/rows/nested.ts'

/** The first name found: at the top level first, then inside; an object gives its username or name. */
export function usernameOf(record: Row): string | null {
  const places = [
    record,
    ...USERNAME_PLACES.flatMap((place) => objectsIn(valueOf(record, [place]))),
  ]
  for (const place of places) {
    // As it is written first: `user_name` comes after `user`, and must not pass for `username`.
    for (const field of USERNAME_FIELDS) {
      const name = nameIn(place[field])
      if (name !== null) return name
    }
    const name = nameIn(valueOf(place, USERNAME_FIELDS))
    if (name !== null) return name
  }
  return null
}

function nameIn(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  const [object] = objectsIn(value)
  if (typeof value === 'string' && !object) return value.trim() === '' ? null : value
  return object ? (nameIn(object['username']) ?? nameIn(object['name'])) : null
}
