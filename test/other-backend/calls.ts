/** The calls of specification.md section 7, as another team might have answered them. */
import { Secret, TOTP } from 'otpauth'
import { invalid, json, refuse, type Answer } from '#test/other-backend/answer.ts'
import type { Sent } from '#test/other-backend/lists.ts'

/** An account of the other backend. */
export interface OtherAccount {
  readonly username: string
  readonly password: string
  /** The second factor, in base32; changes when it is set up. */
  secret: string
  enabled: boolean
}

export interface OtherState {
  readonly accounts: readonly OtherAccount[]
  readonly lists: Record<string, Sent>
  readonly tokens: Set<string>
}

/** The parts of a call's request. */
export interface Call {
  readonly body: Readonly<Record<string, unknown>>
  readonly token: string | null
}

type Handler = (call: Call, state: OtherState) => Answer

const FEATURES = {
  locations: true,
  bins: true,
  inventory: true,
  items: true,
  salesorder: true,
  inbound: true,
  bincount: true,
  binAdjustment: true,
  binTransfer: true,
}

/** Calls that need no token. */
export const openCalls: Readonly<Record<string, Handler>> = {
  'POST /token': ({ body }, state) => {
    if (body['username'] === undefined) return missing('username', body)
    const account = accountOf(body, state)
    if (account?.password !== body['password']) return refuse(401, 'Incorrect username or password')
    return json({ access_token: newToken(state), token_type: 'bearer' })
  },
  'POST /request-password-reset': () => json({ message: 'Reset email sent' }),
}

/** Calls that need a bearer token, of any stage, because this server has only one. */
export const callsWithToken: Readonly<Record<string, Handler>> = {
  'POST /super-admin-status-check': () => json({ data: { is_super_admin: 'true' } }),
  'POST /auth/check-2fa-status': ({ body }, state) => {
    const enabled = accountOf(body, state)?.enabled ?? false
    return json({ data: { two_factor_enabled: enabled ? 1 : 0, requires_2fa: 'true' } })
  },
  'POST /auth/login-with-2fa': passSecondFactor,
  'POST /admin/login-with-2fa': passSecondFactor,
  'POST /2fa/setup': ({ body }, state) => {
    const account = accountOf(body, state)
    if (!account) return refuse(404, 'User not found')
    const qr = generator(account.secret).toString()
    return json({ data: { qr_code_url: qr, secret_key: account.secret, setup_instructions: [] } })
  },
  // The answer only reports success; the token comes with the next login.
  'POST /2fa/enable': ({ body }, state) => {
    const account = accountOf(body, state)
    if (!account || !isCode(account, body['totp_code'])) return refuse(400, 'Invalid code')
    account.enabled = true
    return json({ success: true })
  },
  'POST /token-refresh': (_call, state) => json({ access_token: newToken(state), user: {} }),
  'GET /admin/profile': ({ token }) => json({ username: 'chief', token_ends: token?.slice(-4) }),
  'PUT /admin/profile/chief': ({ body }) =>
    body['password'] === 'taken-before'
      ? refuse(400, { code: 7, message: 'Used before' })
      : json(null),
  'POST /provide-env-data': ({ body }) =>
    String(body['NETSUITE_BASE_URL']).startsWith('https:')
      ? json('saved', 201)
      : invalid('NETSUITE_BASE_URL', 'Value error, must be https', body),
  'GET /netsuite/bins': (_call, { lists }) => {
    const more = { bin_id: 'b-3', bin_number: 'N-01-03', location: 'Hall North' }
    lists['/data_bins'] = { data: [more, ...rowsIn(lists['/data_bins'])] }
    return json({ status: 'success', synced: 3 })
  },
  'GET /netsuite/items': () => refuse(500, 'Items are locked'),
}

function passSecondFactor({ body }: Call, state: OtherState): Answer {
  const account = accountOf(body, state)
  if (!account || account.password !== body['password']) return refuse(401, 'Could not validate')
  if (!isCode(account, body['totp_code'])) return refuse(401, 'Invalid TOTP code')
  return json({ access_token: newToken(state), token_type: 'bearer', features: FEATURES })
}

function accountOf(body: Call['body'], { accounts }: OtherState): OtherAccount | undefined {
  return accounts.find(({ username }) => username === body['username'])
}

function newToken({ tokens }: OtherState): string {
  const token = `header.${String(tokens.size)}.signature`
  tokens.add(token)
  return token
}

function isCode({ secret }: OtherAccount, code: unknown): boolean {
  return generator(secret).validate({ token: String(code), window: 1 }) !== null
}

function generator(secret: string): TOTP {
  return new TOTP({ issuer: 'Other', label: 'chief', secret: Secret.fromBase32(secret) })
}

function missing(field: string, input: unknown): Answer {
  return refuse(422, [{ type: 'missing', loc: ['body', field], msg: 'Field required', input }])
}

function rowsIn(sent: Sent | undefined): readonly unknown[] {
  const rows = sent && 'data' in sent ? sent['data'] : sent
  return Array.isArray(rows) ? rows : []
}
