/** An account as the list had it when a form over it was opened. */
import { VERSION_FIELD } from '#contract/records/people.ts'
import { faultFacts } from '#console/data/api/fault.ts'

const PRECONDITION_FAILED = 412

/** Lets the server refuse an edit of what somebody else has changed meanwhile; servers that name no version get none. */
export function versionHeader(row: {
  readonly [VERSION_FIELD]?: string | undefined
}): Record<string, string> {
  const version = row[VERSION_FIELD]
  return version === undefined ? {} : { 'If-Match': `"${version}"` }
}

/** Whether a call failed because somebody else has changed the account meanwhile. */
export function isOutdated(thrown: unknown): boolean {
  return faultFacts(thrown).status === PRECONDITION_FAILED
}

/** What a field of a row holds as a text to be edited. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
