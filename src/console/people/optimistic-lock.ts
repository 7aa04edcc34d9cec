/** Optimistic locking: an account's version from when its form was opened. */
import { VERSION_FIELD } from '#contract/records/people.ts'
import { faultFacts } from '#console/data/api/fault.ts'

const PRECONDITION_FAILED = 412

/** Lets the server reject an edit of an account that someone else has changed since; servers without versions get no header. */
export function versionHeader(row: {
  readonly [VERSION_FIELD]?: string | undefined
}): Record<string, string> {
  const version = row[VERSION_FIELD]
  return version === undefined ? {} : { 'If-Match': `"${version}"` }
}

/** Whether a call failed because someone else has changed the account since. */
export function isOutdated(thrown: unknown): boolean {
  return faultFacts(thrown).status === PRECONDITION_FAILED
}
