/** Calls to the demo's server beside the browser, to prepare what a story needs. */
import { codeAt } from '#server/auth/totp.ts'
import type { Demo } from '#test/browser/demo.ts'

export interface Reply {
  readonly access_token?: string
  readonly data?: Record<string, unknown>
}

/** Posts to the API of a server; a refusal ends the story. */
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

/** What the login call wants. */
export function asForm(login: { username: string; password: string }): URLSearchParams {
  return new URLSearchParams({ username: login.username, password: login.password })
}

/** Signs in the demo's super admin; the story that follows uses a later code (`freshCode`). */
export async function signInSuperAdmin(demo: Demo): Promise<string> {
  const { address, username, password, secret } = demo
  const { access_token: first } = await callDemo(address, '/token', null, asForm(demo))
  const totp_code = codeAt(secret, Date.now())
  const body = { username, password, totp_code }
  const full = await callDemo(address, '/auth/login-with-2fa', first, body)
  return String(full.access_token)
}
