/**
 * Refuses text that cannot be stored: Postgres stores neither NUL nor half a surrogate pair. People cannot
 * type them.
 */
import { refusals } from '#contract/refusals.ts'
import { unstorableReason } from '#contract/rules.ts'
import { HttpError, unprocessable } from '#server/http/http-error.ts'

const MAX_LEVELS = 32

/**
 * Refuses a body with text that cannot be stored, or nested so deeply that it cannot be serialized. A
 * megabyte holds half a million levels, and walking them must not cost more than parsing them.
 * @throws HttpError 422 that names the field, or the body
 */
export function assertStorableText(body: unknown): void {
  const nested: [place: readonly (string | number)[], value: unknown][] = [[['body'], body]]
  for (let next = nested.pop(); next; next = nested.pop()) {
    const [place, value] = next
    if (typeof value === 'string') assertText(place, value)
    if (typeof value !== 'object' || value === null) continue
    if (place.length > MAX_LEVELS) throw unprocessable(['body'], refusals.tooDeep)
    for (const [name, inner] of Object.entries(value)) {
      assertText(place, name)
      nested.push([[...place, Array.isArray(value) ? Number(name) : name], inner])
    }
  }
}

/**
 * Refuses a name in a path that nothing can have.
 * @throws HttpError 404
 */
export function assertValidPathParams(params: Readonly<Record<string, string>>): void {
  if (Object.values(params).some((name) => unstorableReason(name) !== null))
    throw new HttpError(404, refusals.notFound)
}

/**
 * Refuses a query with text that cannot be looked up.
 * @throws HttpError 422 that names the parameter
 */
export function assertValidQuery(query: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(query)) assertText(['query', name], text)
}

/** @throws HttpError 422 that names the location */
function assertText(place: readonly (string | number)[], text: string): void {
  const reason = unstorableReason(text)
  if (reason !== null) throw unprocessable(place, reason)
}
