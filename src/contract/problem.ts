/** The body of an error answer. Ours follows FastAPI; those of other servers are read too (decisions/product/other-servers.md). */
import { z } from 'zod/mini'

/** One broken rule of a request: its place, message and kind. */
export const Issue = z.object({
  loc: z.array(z.union([z.string(), z.number()])),
  msg: z.string(),
  type: z.string(),
})

/**
 * `{"detail": "text"}`, or for 422 a list of issues (decisions/product/open-calls.md). Our own server adds a code and
 * the values in the sentence, for other languages.
 */
export const Problem = z.object({
  detail: z.union([z.string(), z.array(Issue)]),
  code: z.optional(z.string()),
  params: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
})

export type Issue = z.infer<typeof Issue>
export type Problem = z.infer<typeof Problem>

/** The fields in which a server may send its sentence. */
export type ProblemField = 'detail' | 'message' | 'error'

/** The order that suits most answers: detail, message, error. */
export const PROBLEM_FIELDS: readonly ProblemField[] = ['detail', 'message', 'error']

/**
 * The sentence of an error answer, or null if it has none. Lists are joined with a comma. A
 * `message` may also be inside `data`.
 * @example problemText({ detail: [{ msg: 'Value error, too short' }] }) // 'too short'
 */
export function problemText(
  body: unknown,
  fields: readonly ProblemField[] = PROBLEM_FIELDS,
): string | null {
  if (!isObject(body)) return null
  for (const field of fields) {
    const text = textIn(body[field])
    if (text !== null) return text
  }
  if (!fields.includes('message') || !isObject(body['data'])) return null
  return textIn(body['data']['message'])
}

/** The issues of a 422, each with its path in words: `{ path: 'company_email', text: '…' }`. */
export function problemIssues(body: unknown): { path: string; text: string }[] {
  if (!isObject(body)) return []
  const detail = body['detail']
  if (!Array.isArray(detail)) return []
  return detail.flatMap((issue: unknown) => {
    const text = textIn(issue)
    return text === null ? [] : [{ path: isObject(issue) ? pathOf(issue['loc']) : '', text }]
  })
}

/** An error body with one sentence. */
export function problem(detail: string): Problem {
  return { detail }
}

const PLACES = new Set(['body', 'query', 'path', 'header'])

function pathOf(loc: unknown): string {
  if (!Array.isArray(loc)) return ''
  const parts = loc.map(String)
  return parts.slice(PLACES.has(parts[0] ?? '') ? 1 : 0).join('.')
}

function textIn(value: unknown): string | null {
  if (typeof value === 'string') return spoken(value)
  if (Array.isArray(value)) {
    const texts = value.map(textIn).filter((text) => text !== null)
    return texts.length > 0 ? texts.join(', ') : null
  }
  if (!isObject(value)) return null
  return textIn(value['msg']) ?? textIn(value['message']) ?? textIn(value['detail'])
}

/** Removes the kind of error that Pydantic puts before a validator's message. */
function spoken(text: string): string | null {
  const plain = text.replace(/^(Value error|Assertion failed), /, '').trim()
  return plain === '' ? null : plain
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
