/** Calls of the contract, made to an app without a network. */
import type { FastifyInstance, InjectOptions } from 'fastify'
import { z } from 'zod/mini'
import { API_PREFIX } from '#contract/constants.ts'
import { pathWith, type Endpoint } from '#contract/endpoint.ts'
import { Problem } from '#contract/problem.ts'

export interface CallOptions {
  readonly params?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly token?: string | null
  /** The address of the caller. */
  readonly address?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** What every error answer of our server is. */
const CodedProblem = z.required(Problem, { code: true })

export interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  /** Parsed as JSON, or null if there is none. */
  readonly body: Record<string, unknown>
  readonly text: string
}

/** Makes a call as the contract declares it. */
export async function call(
  app: FastifyInstance,
  endpoint: Pick<Endpoint, 'method' | 'path' | 'encoding'>,
  { params = {}, body, token, address = '192.0.2.1', headers = {} }: CallOptions = {},
): Promise<Answered> {
  const request: InjectOptions = {
    method: endpoint.method,
    url: `${API_PREFIX}${pathWith(endpoint.path, params)}`,
    remoteAddress: address,
    headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
  }
  if (body !== undefined) {
    const isForm = endpoint.encoding === 'form'
    request.payload = isForm
      ? new URLSearchParams(body as Record<string, string>).toString()
      : JSON.stringify(body)
    request.headers = {
      'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
      ...request.headers,
    }
  }
  const answer = await app.inject(request)
  const said = answer.body === '' ? {} : (JSON.parse(answer.body) as Record<string, unknown>)
  if (answer.statusCode >= 400 && answer.body !== '') assertCoded(said, request.url)
  return { status: answer.statusCode, headers: answer.headers, body: said, text: answer.body }
}

/** Every error answer says what happened in words and by a code; a 422 says it field by field. */
function assertCoded(body: Record<string, unknown>, url: unknown): void {
  const { success } = CodedProblem.safeParse(body)
  if (!success)
    throw new Error(`${String(url)} was refused without a code: ${JSON.stringify(body)}`)
}
