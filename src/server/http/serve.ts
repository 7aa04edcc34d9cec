/** The only way to add a route: access, body, rules and reply as the contract declares them. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { API_PREFIX } from '#contract/constants.ts'
import type { Endpoint, PathParams } from '#contract/endpoint.ts'
import { worded } from '#contract/own/refusal-codes.ts'
import type { SignedIn } from '#server/auth/principal.ts'
import type { Context } from '#server/context.ts'
import type { Packed } from '#server/http/compression.ts'
import { type Act, actOf, admit } from '#server/http/admission.ts'
import { assertSteppedUp, noteUse } from '#server/http/step-up.ts'
import { parseOrThrow, HttpError } from '#server/http/http-error.ts'
import {
  assertValidQuery,
  assertValidPathParams,
  assertStorableText,
} from '#server/http/text-validation.ts'

/** The input of a handler of a public call. */
export interface PublicCall<P extends string, B> {
  /** The parameters of the path, decoded. */
  readonly params: Readonly<Record<PathParams<P>, string>>
  /** The query; the last value of a repeated parameter. */
  readonly query: Readonly<Record<string, string | undefined>>
  /** Validated by the shape and the rules of the endpoint. */
  readonly body: B
  readonly request: FastifyRequest
  /** For headers and the status; the body is what the handler returns. */
  readonly reply: FastifyReply
}

/** The input of a handler of a call that needs a session: the caller is as of the arrival of the body. */
export interface Call<P extends string, B> extends PublicCall<P, B>, SignedIn {
  /** The only way to write on behalf of the caller. Other writes record what happened, such as a refusal. */
  readonly act: Act
}

/** Returned instead of a body: the client already has the content (304). */
export const NOT_MODIFIED = Symbol('not modified')

/** A body that the database wrote as JSON; its rows were validated when they were stored. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** A body of JSON as it is sent, which `@fastify/compress` passes on as it is. */
export class PackedJson {
  readonly packed: Packed

  constructor(packed: Packed) {
    this.packed = packed
  }
}

export type Answer<R> = R | JsonText | PackedJson | typeof NOT_MODIFIED

/**
 * Answers a call that needs a session. A caller without access is refused before the body is read.
 * @example serve(app, context, endpoints.ownProfile, ({ principal }) => profileOf(context.db,
 * principal.username))
 */
export function serve<P extends string, B, R>(
  app: FastifyInstance,
  context: Context,
  endpoint: Endpoint<P, B, R>,
  handle: (call: Call<P, B>) => Promise<Answer<R>> | Answer<R>,
): void {
  const { access } = endpoint
  if (access === 'public') throw new Error(`${endpoint.path} is public: use servePublic`)
  const admitCaller = async (request: FastifyRequest): Promise<SignedIn> => {
    const caller = await admit(context, access, request)
    if (endpoint.stepUp) assertSteppedUp(context, caller.session)
    await noteUse(context, caller.session)
    return caller
  }
  app.route({
    ...routeOf(endpoint),
    onRequest: async (request) => {
      if (waitsForBody(endpoint)) await admitCaller(request)
      checkEncoding(endpoint, request)
    },
    handler: async (request, reply) => {
      const caller = await admitCaller(request)
      const act = actOf(context, access, request, caller)
      const call = { ...callOf(context, endpoint, request, reply), ...caller, act }
      return answer(endpoint, reply, await handle(call))
    },
  })
}

/** Answers a public call. */
export function servePublic<P extends string, B, R>(
  app: FastifyInstance,
  context: Context,
  endpoint: Endpoint<P, B, R>,
  handle: (call: PublicCall<P, B>) => Promise<Answer<R>> | Answer<R>,
): void {
  if (endpoint.access !== 'public') throw new Error(`${endpoint.path} is not public: use serve`)
  app.route({
    ...routeOf(endpoint),
    onRequest: async (request) => checkEncoding(endpoint, request),
    handler: async (request, reply) =>
      answer(endpoint, reply, await handle(callOf(context, endpoint, request, reply))),
  })
}

/** The route options of a declaration, for public calls and others. */
export type Declared<P extends string, B, R> = Omit<Endpoint<P, B, R>, 'access'>

export function routeOf(endpoint: Declared<string, unknown, unknown>) {
  return { method: endpoint.method, url: `${API_PREFIX}${endpoint.path}` }
}

/** Fastify reads no body of a GET: the handler follows at once and checks access itself. */
export function waitsForBody({ method }: Declared<string, unknown, unknown>): boolean {
  return method !== 'GET'
}

/**
 * Refuses a body in another format than declared before it is read: what a foreign page's form can send is
 * not JSON.
 */
export function checkEncoding(
  endpoint: Declared<string, unknown, unknown>,
  request: FastifyRequest,
): void {
  if (!endpoint.body) return
  const expected =
    endpoint.encoding === 'form' ? 'application/x-www-form-urlencoded' : 'application/json'
  const [given = ''] = (request.headers['content-type'] ?? '').split(';')
  if (given.trim().toLowerCase() !== expected)
    throw new HttpError(415, worded('mediaTypeExpected', { expected }))
}

/** The input of a handler, from a request. */
export function callOf<P extends string, B>(
  context: Context,
  endpoint: Declared<P, B, unknown>,
  request: FastifyRequest,
  reply: FastifyReply,
): PublicCall<P, B> {
  const params = textsOf(request.params)
  assertValidPathParams(params)
  const query = textsOf(request.query)
  assertValidQuery(query)
  return {
    params: params as Record<PathParams<P>, string>,
    query,
    body: bodyOf(context, endpoint, request.body) as B,
    request,
    reply,
  }
}

/** The body as its shape parses it, with the changes of its rules (such as trimmed names). */
function bodyOf(context: Context, endpoint: Declared<string, unknown, unknown>, given: unknown) {
  if (!endpoint.body) return undefined
  assertStorableText(given)
  const body = parseOrThrow(endpoint.body, given ?? {}, 'body')
  const rules = endpoint.rules?.({ passwordMinLength: context.env.passwordMinLength })
  return rules ? Object.assign({}, body, parseOrThrow(rules, body, 'body')) : body
}

/** A reply of another shape than declared is logged, not sent. */
export function answer<R>(
  endpoint: Declared<string, unknown, R>,
  reply: FastifyReply,
  result: Answer<R>,
) {
  if (result === NOT_MODIFIED) return reply.code(304).send()
  if (result instanceof JsonText) return reply.type(JSON_TYPE).send(result.text)
  if (result instanceof PackedJson) return sendPacked(reply, result.packed)
  const read = endpoint.reply.safeParse(result)
  if (read.success) return reply.send(read.data)
  const places = read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  throw new Error(`reply of ${endpoint.path} does not match its declaration: ${places.join('; ')}`)
}

const JSON_TYPE = 'application/json; charset=utf-8'

function sendPacked(reply: FastifyReply, { body, encoding }: Packed) {
  const vary = reply.getHeader('Vary')
  reply.header(
    'Vary',
    [...(vary === undefined ? [] : [String(vary)]), 'accept-encoding'].join(', '),
  )
  if (encoding !== null) reply.header('Content-Encoding', encoding)
  return reply.type(JSON_TYPE).send(body)
}

function textsOf(given: unknown): Record<string, string> {
  const entries = typeof given === 'object' && given !== null ? Object.entries(given) : []
  return Object.fromEntries(
    entries.flatMap(([name, value]: [string, unknown]) => {
      const last: unknown = Array.isArray(value) ? value.at(-1) : value
      return typeof last === 'string' ? [[name, last]] : []
    }),
  )
}
