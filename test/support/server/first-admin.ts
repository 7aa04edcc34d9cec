/** What a person does on a new server, over real HTTP: registers, sets up the second factor and the ERP. */
import { ADMIN_FEATURES } from '#contract/access.ts'
import { API_PREFIX } from '#contract/constants.ts'
import { endpoints } from '#contract/endpoints.ts'
import { pathWith, type Endpoint } from '#contract/endpoint.ts'
import { codeAt } from '#server/auth/totp.ts'
import type { NetSuite } from '#test/netsuite/server.ts'
import { NEWCOMER } from '#test/support/console/newcomer.ts'
import { startSmallPostgres } from '#test/support/database/small-postgres.ts'

/** Makes a call that must succeed and parses its JSON. */
export async function ask(
  address: string,
  { method, path, encoding }: Pick<Endpoint, 'method' | 'path' | 'encoding'>,
  { token, body }: { readonly token?: string; readonly body?: Record<string, unknown> } = {},
): Promise<{ body: Record<string, unknown>; headers: Headers }> {
  const isForm = encoding === 'form'
  const answer = await fetch(`${address}${API_PREFIX}${path}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
    body: body
      ? isForm
        ? new URLSearchParams(Object.entries(body).map(texts))
        : JSON.stringify(body)
      : null,
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
  return { body: Object(JSON.parse(text)), headers: answer.headers }
}

/** Registers the first super admin of a server, with every flag; returns the token of a full session. */
export async function firstAdmin(address: string): Promise<string> {
  return (await firstAccount(address)).token
}

/** The same, with the secret of the second factor. Its current code is used up. */
export async function firstAccount(address: string): Promise<{ token: string; secret: string }> {
  const { username, password } = NEWCOMER
  await ask(address, endpoints.register, { body: NEWCOMER })
  const login = await ask(address, endpoints.login, { body: { username, password } })
  const first = String(login.body['access_token'])
  const setup = await ask(address, endpoints.twoFactorSetup, {
    token: first,
    body: { username, password },
  })
  const secret = String(Object(setup.body['data'])['secret_key'])
  const enabled = await ask(address, endpoints.twoFactorEnable, {
    token: first,
    body: { username, secret_key: secret, totp_code: codeAt(secret, Date.now()) },
  })
  const token = String(enabled.body['access_token'])
  const { company_name, company_email } = NEWCOMER
  const features = Object.fromEntries(ADMIN_FEATURES.map((flag) => [flag, true]))
  const profile = {
    ...endpoints.updateAdmin,
    path: pathWith(endpoints.updateAdmin.path, { username }),
  }
  await ask(address, profile, { token, body: { company_name, company_email, features } })
  return { token, secret }
}

/**
 * Fills in ERP Setup for a simulated account.
 * @param databaseUrl the database of the next start. By default the address is one that is closed
 * afterwards: a server that is to start again must remove it first (`savedDatabaseFile`), or have
 * DATABASE_URL
 */
export async function setUpErp(
  address: string,
  token: string,
  { url, credentials }: Pick<NetSuite, 'url' | 'credentials'>,
  databaseUrl?: string,
): Promise<void> {
  const database = await startSmallPostgres()
  try {
    await ask(address, endpoints.saveErpSettings, {
      token,
      body: {
        POSTGRES_DATABASE_URL: databaseUrl ?? database.url,
        NETSUITE_ACCOUNT_ID: credentials.accountId,
        NETSUITE_CONSUMER_KEY: credentials.consumerKey,
        NETSUITE_CONSUMER_SECRET: credentials.consumerSecret,
        NETSUITE_TOKEN_ID: credentials.tokenId,
        NETSUITE_TOKEN_SECRET: credentials.tokenSecret,
        NETSUITE_BASE_URL: url,
      },
    })
  } finally {
    await database.close()
  }
}

function texts([name, value]: [string, unknown]): [string, string] {
  return [name, String(value)]
}
