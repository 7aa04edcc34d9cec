import type { z } from 'zod/mini'
import type { Issue } from '#contract/problem.ts'
import {
  codeOf,
  type Coded,
  type CodedSentence,
  OTHER_CODES,
  type Params,
} from '#contract/own/refusal-codes.ts'

/** A refusal in words, or for 422 field by field. A sentence has its code in the contract, or brings it. */
type Said<Status> = Status extends 422
  ? readonly Issue[] | Coded<readonly Issue[]>
  : CodedSentence | Coded

/**
 * Ends a call with a status and FastAPI's body, and a code for other languages
 * (decisions/product/open-calls.md).
 * @example throw new HttpError(409, faults.createAdmin.duplicate)
 */
export class HttpError<Status extends number = number> extends Error {
  readonly status: number
  readonly detail: string | readonly Issue[]
  readonly code: string
  /** The values in the sentence. */
  readonly params: Params | undefined
  readonly headers: Readonly<Record<string, string>>
  /** What the body says besides. */
  readonly more: Readonly<Record<string, unknown>>

  constructor(
    status: Status,
    said: Said<Status>,
    headers: Readonly<Record<string, string>> = {},
    more: Readonly<Record<string, unknown>> = {},
  ) {
    const { detail, code, params } = coded(said)
    super(typeof detail === 'string' ? detail : detail.map(({ msg }) => msg).join(', '))
    this.name = 'Refusal'
    this.status = status
    this.detail = detail
    this.code = code
    this.params = params
    this.headers = headers
    this.more = more
  }
}

/**
 * A 422 about one place.
 * @param said a sentence with its code, or the sentence of a rule
 */
export function unprocessable(
  loc: readonly (string | number)[],
  said: string | Coded,
): HttpError<422> {
  const issueOf = (msg: string): Issue[] => [{ loc: [...loc], msg, type: 'value_error' }]
  return new HttpError(
    422,
    typeof said === 'string' ? issueOf(said) : { ...said, detail: issueOf(said.detail) },
  )
}

function coded(
  said: string | readonly Issue[] | Coded<string | readonly Issue[]>,
): Coded<string | readonly Issue[]> {
  if (typeof said === 'object' && 'code' in said) return said
  const [sentence = '', ...others] = typeof said === 'string' ? [said] : said.map(({ msg }) => msg)
  const code = others.length === 0 ? codeOf(sentence) : undefined
  return { detail: said, code: code ?? OTHER_CODES.unprocessable }
}

/**
 * Parses a part of a request with a schema.
 * @throws HttpError 422 with one issue for each thing that is wrong
 */
export function parseOrThrow<T>(
  schema: z.ZodMiniType<T>,
  value: unknown,
  place: 'body' | 'query',
): T {
  const read = schema.safeParse(value, { error: whatIsWrong })
  if (read.success) return read.data
  throw new HttpError(
    422,
    read.error.issues.flatMap(namedPlaces).map(({ path, message, code }) => ({
      loc: [place, ...path.map((step) => (typeof step === 'number' ? step : String(step)))],
      msg: message,
      type: code === 'custom' ? 'value_error' : code,
    })),
  )
}

/** The issues field by field, even if a body may have one of several shapes, or has an extra field. */
function namedPlaces(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ ...issue, path: [...issue.path, key] }))
  if (issue.code !== 'invalid_union') return [issue]
  const inner = likeliest(issue.errors).flatMap(namedPlaces)
  if (inner.every(({ path }) => path.length === 0)) return [issue]
  return inner.map((one) => ({ ...one, path: [...issue.path, ...one.path] }))
}

/** The shape that was meant: it knows all the fields and misses the fewest, or else is the last one. */
function likeliest(forms: readonly (readonly z.core.$ZodIssue[])[]): readonly z.core.$ZodIssue[] {
  const knowing = forms.filter((form) => form.every(({ code }) => code !== 'unrecognized_keys'))
  const fewest = Math.min(...knowing.map(({ length }) => length))
  return knowing.findLast(({ length }) => length === fewest) ?? []
}

/** Sentences for errors of the shape; the rules of a field have sentences of their own. */
function whatIsWrong(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return 'This is missing.'
  if (issue.code === 'unrecognized_keys') return 'This field is not known.'
  const kinds = [...new Set(kindsOf(issue))]
  return kinds.length > 0 ? `This must be ${kinds.join(' or ')}.` : 'This value is not valid.'
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
