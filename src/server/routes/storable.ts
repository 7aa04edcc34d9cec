/** Postgres keeps every character but one: NUL. Nothing that a person types has it. */
import { refusals } from '#contract/refusals.ts'
import { HAS_NUL, isStorable } from '#contract/rules.ts'
import { Refusal } from '#server/routes/refusal.ts'

/**
 * Refuses a body with a text that could not be stored.
 * @throws Refusal 422 that names the field
 */
export function assertStorable(body: unknown): void {
  const place = placeOfNul(body, 'body')
  if (place === null) return
  throw new Refusal(422, [{ loc: place, msg: HAS_NUL, type: 'value_error' }])
}

/**
 * Refuses a name in a path that nothing can have.
 * @throws Refusal 404
 */
export function assertPossible(params: Readonly<Record<string, string>>): void {
  if (Object.values(params).some((name) => !isStorable(name))) throw new Refusal(404, 'Not Found')
}

const MOST_LEVELS = 32

/**
 * Refuses a body that is nested so deeply that nothing could write it.
 * @throws Refusal 422
 */
export function assertShallow(body: unknown): void {
  const nested: [level: number, value: unknown][] = [[1, body]]
  for (let next = nested.pop(); next; next = nested.pop()) {
    const [level, value] = next
    if (typeof value !== 'object' || value === null) continue
    if (level > MOST_LEVELS)
      throw new Refusal(422, [{ loc: ['body'], msg: refusals.tooDeep, type: 'value_error' }])
    for (const inner of Object.values(value)) nested.push([level + 1, inner])
  }
}

/** Where a NUL stands, in a value or a name; not recursive, because a body may be nested without end. */
function placeOfNul(value: unknown, place: string): (string | number)[] | null {
  const nested: [place: (string | number)[], value: unknown][] = [[[place], value]]
  for (let next = nested.pop(); next; next = nested.pop()) {
    const [here, inner] = next
    if (typeof inner === 'string' && !isStorable(inner)) return here
    if (typeof inner !== 'object' || inner === null) continue
    for (const [name, one] of Object.entries(inner)) {
      if (!isStorable(name)) return here
      nested.push([[...here, Array.isArray(inner) ? Number(name) : name], one])
    }
  }
  return null
}
