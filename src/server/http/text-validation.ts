/** What of a request can be kept: Postgres keeps neither a NUL nor half a character, and nothing that a person types has them. */
import { refusals } from '#contract/refusals.ts'
import { whyUnstorable } from '#contract/rules.ts'
import { HttpError } from '#server/http/http-error.ts'

const MOST_LEVELS = 32

/**
 * Refuses a body with a text that could not be stored, or nested so deeply that nothing could write it:
 * a megabyte holds half a million levels, and no walk through them may cost more than reading them.
 * @throws Refusal 422 that names the field, or the body
 */
export function assertStorableText(body: unknown): void {
  const nested: [place: readonly (string | number)[], value: unknown][] = [[['body'], body]]
  for (let next = nested.pop(); next; next = nested.pop()) {
    const [place, value] = next
    if (typeof value === 'string') assertText(place, value)
    if (typeof value !== 'object' || value === null) continue
    if (place.length > MOST_LEVELS) throw unfit(['body'], refusals.tooDeep)
    for (const [name, inner] of Object.entries(value)) {
      assertText(place, name)
      nested.push([[...place, Array.isArray(value) ? Number(name) : name], inner])
    }
  }
}

/**
 * Refuses a name in a path that nothing can have.
 * @throws Refusal 404
 */
export function assertValidPathParams(params: Readonly<Record<string, string>>): void {
  if (Object.values(params).some((name) => whyUnstorable(name) !== null))
    throw new HttpError(404, 'Not Found')
}

/**
 * Refuses a query in which nothing could be looked up.
 * @throws Refusal 422 that names the parameter
 */
export function assertValidQuery(query: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(query)) assertText(['query', name], text)
}

/** @throws Refusal 422 that names the place */
function assertText(place: readonly (string | number)[], text: string): void {
  const reason = whyUnstorable(text)
  if (reason !== null) throw unfit(place, reason)
}

function unfit(loc: readonly (string | number)[], msg: string): HttpError {
  return new HttpError(422, [{ loc: [...loc], msg, type: 'value_error' }])
}
