/** `call(endpoint, input)` makes one call of the contract, typed from path to reply. */
import { problemText } from '#contract/problem.ts'
import { isPullPath } from '#contract/sync/list-endpoints.ts'
import { pathWith, type Endpoint, type PathParams } from '#contract/endpoint.ts'
import { ERP_NAME, STEP_UP_CODE } from '#contract/constants.ts'
import { offers } from '#console/data/api/config.ts'
import { Fault, faultFacts, refusalCode } from '#console/data/api/fault.ts'
import { reportLinkTrouble } from '#console/data/api/link-check.ts'
import type { Urgency } from '#console/data/api/request-queue.ts'
import { send, type Answer, type Request } from '#console/data/api/send.ts'
import { endSession, isAnothersTurn, readSession, wasRenewed } from '#console/session/session.ts'
import { askForProof } from '#console/session/step-up.ts'

type ParamsOf<P extends string> = [PathParams<P>] extends [never]
  ? { readonly params?: undefined }
  : { readonly params: Readonly<Record<PathParams<P>, string>> }
type BodyOf<B> = [B] extends [undefined] ? { readonly body?: undefined } : { readonly body: B }

/** What a call of this endpoint needs. */
export type CallInput<P extends string, B> = ParamsOf<P> &
  BodyOf<B> & {
    readonly urgency?: Urgency
    readonly signal?: AbortSignal
    readonly answersWithinMs?: number
    /**
     * Set for the registration pre-check, where a 401 says nothing about the session
     * (decisions/console/session.md).
     */
    readonly keepsSession?: boolean
    readonly headers?: Readonly<Record<string, string>>
  }

/**
 * Makes a call and reads its reply.
 * @throws Fault; a 401 ends the session first, if the 401 rule applies
 * @example await call(endpoints.deleteAdmin, { params: { username } })
 */
export async function call<P extends string, B, R>(
  endpoint: Endpoint<P, B, R>,
  input: CallInput<P, B>,
): Promise<R> {
  const answer = await sendCall(endpoint, input)
  const read = endpoint.reply.safeParse(answer.body ?? {})
  if (read.success) return read.data
  // The reply does not match this call, so it may come from something other than the server.
  reportLinkTrouble()
  throw new Fault({ kind: 'shape', status: answer.status, body: answer.body })
}

/**
 * Makes a call without parsing the reply, for callers that need its status and headers. A call that
 * the server does not offer is not sent and fails like a 404.
 */
export async function sendCall<P extends string, B, R>(
  endpoint: Endpoint<P, B, R>,
  input: CallInput<P, B>,
): Promise<Answer> {
  if (endpoint.offer !== undefined && !offers(endpoint.offer)) {
    throw new Fault({ kind: 'http', status: 404 })
  }
  const { token, username } = readSession()
  const request: Request = {
    method: endpoint.method,
    path: pathWith(endpoint.path, input.params ?? {}),
    ...(input.body !== undefined && { body: encode(endpoint, input.body) }),
    ...(input.headers && { headers: input.headers }),
    ...(input.urgency && { urgency: input.urgency }),
    ...(input.signal && { signal: input.signal }),
    ...(input.answersWithinMs !== undefined && { answersWithinMs: input.answersWithinMs }),
  }
  try {
    const once = (): Promise<Answer> => send(request)
    // The renewal itself must not wait for its own outcome.
    const sent = input.keepsSession ? once() : sendRenewed(endpoint, once)
    return await sent.catch(async (thrown: unknown) => {
      // Another admin who is signed in by now must not prove it, nor send it in their own name.
      if (!needsProof(thrown) || isAnothersTurn(username) || !(await askForProof())) throw thrown
      if (isAnothersTurn(username)) throw thrown
      return send(request)
    })
  } catch (thrown) {
    if (!input.keepsSession) endOnRefusal(endpoint, thrown, token)
    throw thrown
  }
}

/**
 * Makes a call, and makes it again if it was refused because its token was being replaced.
 * @throws what the call throws
 */
export async function sendRenewed<T>(
  endpoint: Pick<Endpoint, 'access' | 'path'>,
  work: () => Promise<T>,
): Promise<T> {
  const { token } = readSession()
  try {
    return await work()
  } catch (thrown) {
    if (!isRefusal(endpoint, thrown) || !(await wasRenewed(token))) throw thrown
    return work()
  }
}

/**
 * The 401 rule: a refused session ends, once, and only if the refused token is still the current
 * one (decisions/console/session.md). Some servers answer 403 'Not authenticated' instead
 * (decisions/product/other-servers.md).
 */
export function endOnRefusal(
  endpoint: Pick<Endpoint, 'access' | 'path'>,
  thrown: unknown,
  sentToken: string | null,
): void {
  if (sentToken === null || sentToken !== readSession().token) return
  if (isRefusal(endpoint, thrown)) endSession('refused')
}

/** Whether a call says that its session is over. */
function isRefusal({ access, path }: Pick<Endpoint, 'access' | 'path'>, thrown: unknown): boolean {
  const outsideSession = access === 'public' || access === 'any-session' || access === 'endable'
  return !outsideSession && thrown instanceof Fault && refusesSession(thrown, path)
}

/** Whether our server wants a fresh proof of a factor before it makes the call. */
function needsProof(thrown: unknown): boolean {
  const { status } = faultFacts(thrown)
  return status === 403 && offers('second-factor') && refusalCode(thrown) === STEP_UP_CODE
}

function refusesSession(fault: Fault, path: string): boolean {
  // Proxies know nothing about sessions.
  if (fault.kind !== 'http') return false
  const sentence = problemText(fault.body) ?? ''
  if (OF_ERP.test(isPullPath(path) ? wholeText(fault.body, path) : sentence)) return false
  return fault.status === 401 || (fault.status === 403 && /not authenticated/i.test(sentence))
}

/** The ERP's name, or how it refuses a sign-in. `invalid_token` may be the server's own word for the session. */
const OF_ERP = new RegExp(`${ERP_NAME}|INVALID[_ ]LOGIN|SESSION_TIMED_OUT`, 'i')

/** The text of a whole body, without the requested path: a server may quote it, and it names the ERP in any case. */
function wholeText(body: unknown, path: string): string {
  return JSON.stringify(body ?? null).replaceAll(path, '')
}

function encode(
  endpoint: Pick<Endpoint, 'encoding'>,
  body: unknown,
): { type: string; text: string } {
  if (endpoint.encoding !== 'form') return { type: 'application/json', text: JSON.stringify(body) }
  const fields = Object.entries(body as Record<string, string>)
  return {
    type: 'application/x-www-form-urlencoded',
    text: new URLSearchParams(fields).toString(),
  }
}
