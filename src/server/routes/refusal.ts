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
  const read = schema.safeParse(value)
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
