/** The person behind a record, wherever the mobile app put the name (decisions.md 5.4). */
import type { Row } from '#contract/collections.ts'
import { USERNAME_FIELDS, USERNAME_PLACES } from '#contract/records/reports.ts'
import { objectsIn } from '#console/rows/nested.ts'

/** The first name found: at the top level first, then inside; an object gives its username or name. */
export function usernameOf(record: Row): string | null {
  const places = [record, ...USERNAME_PLACES.flatMap((place) => objectsIn(record[place]))]
  for (const place of places) {
    for (const field of USERNAME_FIELDS) {
      const name = nameIn(place[field])
      if (name !== null) return name
    }
  }
  return null
}

function nameIn(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return value.trim() === '' ? null : value
  const [object] = objectsIn(value)
  return object ? (nameIn(object['username']) ?? nameIn(object['name'])) : null
}
