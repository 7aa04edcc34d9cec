/** Postgres keeps every character but one: NUL. Nothing that a person types has it. */
import { Refusal } from '#server/routes/refusal.ts'

const NUL = '\u0000'

/**
 * Refuses a body with a text that could not be stored.
 * @throws Refusal 422 that names the field
 */
export function assertStorable(body: unknown): void {
  const place = placeOfNul(body, 'body')
  if (place === null) return
  throw new Refusal(422, [{ loc: place, msg: 'Text cannot contain NUL', type: 'value_error' }])
}

/**
 * Refuses a name in a path that nothing can have.
 * @throws Refusal 404
 */
export function assertPossible(params: Readonly<Record<string, string>>): void {
  if (Object.values(params).some((name) => name.includes(NUL))) throw new Refusal(404, 'Not Found')
}

/** Where a NUL stands, in a value or a name; not recursive, because a body may be nested without end. */
function placeOfNul(value: unknown, place: string): (string | number)[] | null {
  const nested: [place: (string | number)[], value: unknown][] = [[[place], value]]
  for (let next = nested.pop(); next; next = nested.pop()) {
    const [here, inner] = next
    if (typeof inner === 'string' && inner.includes(NUL)) return here
    if (typeof inner !== 'object' || inner === null) continue
    for (const [name, one] of Object.entries(inner)) {
      if (name.includes(NUL)) return here
      nested.push([[...here, Array.isArray(inner) ? Number(name) : name], one])
    }
  }
  return null
}
