/**
 * The person who made a record, wherever the mobile app stored the name
 * (decisions/console/reading-records.md).
 */
import type { Row } from '#contract/collections.ts'
import { parseText } from '#contract/records/nested-text.ts'
import { USERNAME_FIELDS, USERNAME_PLACES } from '#contract/records/reports.ts'
import { isFilled, valueOf } from '#console/rows/loose/loose.ts'
import { objectsIn } from '#console/rows/loose/objects.ts'

/** The first name found, at the top level first, then inside; without any, the email address or id of an object. */
export function usernameOf(record: Row): string | null {
  const own = personIn(record)
  if (own !== null) return own
  const places = USERNAME_PLACES.flatMap((place) => objectsIn(valueOf(record, [place])))
  // For example, the items of a bin.
  const deeper = () =>
    places.flatMap((place) => Object.values(place).flatMap((part) => objectsIn(part)))
  return firstIn(places, personIn) ?? firstIn(deeper(), personIn) ?? idIn(record)
}

/** The name among the fields of one object. */
export function personIn(row: Row): string | null {
  // The exact spelling first: `user_name` comes after `user` and must not count as `username`.
  const asWritten = firstIn(USERNAME_FIELDS, (field) =>
    Object.hasOwn(row, field) ? nameIn(row[field]) : null,
  )
  return asWritten ?? nameIn(valueOf(row, USERNAME_FIELDS))
}

const NAMES = ['username', 'name', 'full_name', 'display_name']
/** The limit for nesting such as `{ user: { profile: { name } } }`. */
const MAX_NESTING = 4

function nameIn(value: unknown, depth = 0): string | null {
  if (typeof value === 'number') return String(value)
  if (!isFilled(value) || depth > MAX_NESTING) return null
  if (typeof value === 'string') {
    const parsed = parseText(value)
    return parsed === undefined ? value.trim() : nameIn(parsed, depth + 1)
  }
  if (Array.isArray(value)) return firstIn(value, (one) => nameIn(one, depth + 1))
  return typeof value === 'object' && value !== null ? nameOf({ ...value }, depth + 1) : null
}

function nameOf(person: Row, depth: number): string | null {
  const whole = nameIn(valueOf(person, NAMES), depth)
  if (whole !== null) return whole
  const parts = ['first_name', 'last_name'].flatMap((part) => nameIn(valueOf(person, [part])) ?? [])
  if (parts.length > 0) return parts.join(' ')
  const within = Object.values(person).filter((value) => typeof value === 'object')
  return (
    firstIn(within, (value) => nameIn(value, depth)) ?? nameIn(valueOf(person, USERNAME_FIELDS))
  )
}

/** If there is no name, an email address or id identifies the person. */
function idIn(record: Row): string | null {
  return firstIn(USERNAME_FIELDS, (field) => {
    const [person] = objectsIn(valueOf(record, [field]))
    return person ? nameIn(valueOf(person, ['email', 'id'])) : null
  })
}

function firstIn<T>(ones: readonly T[], read: (one: T) => string | null): string | null {
  for (const one of ones) {
    const found = read(one)
    if (found !== null) return found
  }
  return null
}
