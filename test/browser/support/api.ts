/** Calls to the demo's server without the browser, to prepare a test. */
import { codeAt } from '#server/auth/totp.ts'
import { TOTP_PERIOD_S } from '#contract/constants.ts'
import type { Demo } from '#test/browser/support/demo.ts'

const PERIOD_MS = TOTP_PERIOD_S * 1_000

export interface Reply {
  readonly access_token?: string
  readonly features?: Record<string, boolean>
  readonly cache_key?: string
  readonly data?: Record<string, unknown>
}

/** Posts to the API of a server; a refusal fails the test. */
export async function callDemo(
  address: string,
  path: string,
  token: string | null | undefined,
  body: URLSearchParams | object,
): Promise<Reply> {
  const isForm = body instanceof URLSearchParams
  const answer = await fetch(`${address}/api${path}`, {
    method: 'POST',
    headers: {
      ...(!isForm && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: isForm ? body : JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path} answered ${String(answer.status)}: ${text}`)
  return JSON.parse(text) as Reply
}

/** The body of the login call. */
export function asForm(login: { username: string; password: string }): URLSearchParams {
  return new URLSearchParams({ username: login.username, password: login.password })
}

/** Signs in the demo's super admin with an earlier code, so that a test can still use the current one. */
export async function signInSuperAdmin(demo: Demo): Promise<string> {
  const { address, username, password, secret } = demo
  const { access_token: first } = await callDemo(address, '/token', null, asForm(demo))
  const full = await withEarlyCode(secret, (totp_code) =>
    callDemo(address, '/auth/login-with-2fa', first, { username, password, totp_code }),
  )
  return String(full.access_token)
}

/** Well within the five minutes for which a proof counts. */
const PROVEN_EVERY_MS = 100_000

/**
 * Proves the second factor of the demo's super admin again and again, so that tests can create super admins at any time
 * (decisions/server/step-up.md). A code that a test has used meanwhile is refused, and the next one works.
 */
export function keepProven({ address, secret }: Demo, token: string): () => void {
  const prove = (): void => {
    void withEarlyCode(secret, (totp_code) =>
      callDemo(address, '/step-up', token, { totp_code }),
    ).catch(() => undefined)
  }
  const timer = setInterval(prove, PROVEN_EVERY_MS)
  return () => clearInterval(timer)
}

/**
 * Makes a call with the code of the previous step, which the server still accepts, so that the test can use the current
 * one. When the step ends in between, the call is repeated.
 */
export async function withEarlyCode(
  secret: string,
  make: (code: string) => Promise<Reply>,
): Promise<Reply> {
  const early = (): string => codeAt(secret, Date.now() - PERIOD_MS)
  const code = early()
  try {
    return await make(code)
  } catch (error) {
    if (early() === code) throw error
    return make(early())
  }
}
