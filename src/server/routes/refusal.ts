import type { z } from 'zod/mini'
import type { Issue } from '#contract/problem.ts'

/**
 * Ends a call with a status and FastAPI's body (decisions.md 2).
 * @example throw new Refusal(409, 'Admin already exists with this username or email')
 */
export class Refusal extends Error {
  readonly status: number
  readonly detail: string | readonly Issue[]
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: number,
    detail: string | readonly Issue[],
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(typeof detail === 'string' ? detail : detail.map(({ msg }) => msg).join(', '))
    this.name = 'Refusal'
    this.status = status
    this.detail = detail
    this.headers = headers
  }
}

/**
 * What a schema reads from a part of a request.
 * @throws Refusal 422 with one issue for each thing that is wrong
 */
export function checked<T>(schema: z.ZodMiniType<T>, value: unknown, place: 'body' | 'query'): T {
  const read = schema.safeParse(value, { error: whatIsWrong })
  if (read.success) return read.data
  throw new Refusal(
    422,
    read.error.issues.map(({ path, message, code }) => ({
      loc: [place, ...path.map((step) => (typeof step === 'number' ? step : String(step)))],
      msg: message,
      type: code === 'custom' ? 'value_error' : code,
    })),
  )
}

/** Of what a shape refuses by itself; the rules of a field bring their own sentences. */
function whatIsWrong(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return 'This is missing.'
  const kinds = kindsOf(issue)
  return kinds.length > 0 ? `This must be ${kinds.join(' or ')}.` : 'This is not what is expected.'
}

function kindsOf(issue: z.core.$ZodRawIssue | z.core.$ZodIssue): readonly string[] {
  if (issue.code === 'invalid_union')
    return (issue.errors ?? [])
      .flat()
      .flatMap((inner) => (inner.path.length > 0 ? [] : kindsOf(inner)))
  const kind = issue.code === 'invalid_type' ? KINDS.get(issue.expected ?? '') : undefined
  return kind === undefined ? [] : [kind]
}

const KINDS: ReadonlyMap<string, string> = new Map([
  ['string', 'a text'],
  ['number', 'a number'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
  ['object', 'an object'],
  ['record', 'an object'],
])
