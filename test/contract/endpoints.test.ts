import { describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { collectionNames, pulledCollections } from '#contract/collections.ts'
import { endpoints, isChangedPassword, isChangedUserPassword } from '#contract/endpoints.ts'
import { ListReply, listEndpoint, PullReply, pullEndpoint } from '#contract/sync/list-endpoints.ts'
import { pathWith, type Endpoint } from '#contract/endpoint.ts'
import { mobileEndpoints, type MobileEndpoint } from '#contract/mobile-endpoints.ts'
import { OFFERS } from '#contract/offers.ts'
import { countsEndpoint } from '#contract/sync/counts.ts'
import { ownEndpoints } from '#contract/own-endpoints.ts'
import { cancelEndpoint, syncEndpoints } from '#contract/sync/runs.ts'

/** One call of the specification; a body may have one of several forms. */
interface Expected {
  readonly call: string
  readonly access: unknown
  readonly encoding?: 'form'
  /** The fields of the body, optional ones with `?`. */
  readonly bodies?: readonly string[]
}

const ADMIN =
  'username password company_name company_email phone_number confirm_password is_super_admin? features?'

/** Copied by hand from specification.md section 7 and decisions/product/open-calls.md; access from decisions/server/access.md. */
const calls: Record<keyof typeof endpoints, Expected> = {
  login: {
    call: 'POST /token',
    access: 'public',
    encoding: 'form',
    bodies: ['username password'],
  },
  superAdminStatus: {
    call: 'POST /super-admin-status-check',
    access: 'any-session',
    bodies: ['username'],
  },
  ownSuperAdminStatus: { call: 'GET /super-admin-status-check', access: 'any-session' },
  register: { call: 'POST /super-admin/register', access: 'public', bodies: [ADMIN] },
  twoFactorStatus: {
    call: 'POST /auth/check-2fa-status',
    access: 'any-session',
    bodies: ['username'],
  },
  twoFactorLogin: {
    call: 'POST /auth/login-with-2fa',
    access: 'any-session',
    bodies: ['username password totp_code'],
  },
  twoFactorLoginAfterSetup: {
    call: 'POST /admin/login-with-2fa',
    access: 'any-session',
    bodies: ['username password totp_code'],
  },
  twoFactorSetup: {
    call: 'POST /2fa/setup',
    access: 'any-session',
    bodies: ['username password totp_code?'],
  },
  twoFactorEnable: {
    call: 'POST /2fa/enable',
    access: 'any-session',
    bodies: ['username secret_key totp_code'],
  },
  tokenRefresh: { call: 'POST /token-refresh', access: 'refreshable' },
  logout: { call: 'POST /logout', access: 'endable' },
  requestPasswordReset: {
    call: 'POST /request-password-reset',
    access: 'public',
    bodies: ['email_or_username'],
  },
  resetPassword: {
    call: 'POST /reset-password',
    access: 'public',
    bodies: ['token new_password'],
  },
  createAdmin: { call: 'POST /admin/register', access: 'super-admin', bodies: [ADMIN] },
  updateAdmin: {
    call: 'PUT /admin/profile/:username',
    access: 'own-or-super-admin',
    bodies: [
      'password confirm_password',
      'username? company_name company_email phone_number? features? is_super_admin? password? confirm_password?',
    ],
  },
  ownProfile: { call: 'GET /admin/profile', access: 'signed-in' },
  deleteAdmin: { call: 'DELETE /admin/delete/:username', access: 'own-or-super-admin' },
  createUser: {
    call: 'POST /admin/register-user',
    access: 'super-admin',
    bodies: ['userid password name location multi_location_enable features'],
  },
  updateUser: {
    call: 'PUT /wms-ai-users/update/:userid',
    access: 'super-admin',
    bodies: ['new_password', 'name location multi_location_enable features password?'],
  },
  deleteUser: { call: 'DELETE /wms-ai-users/delete/:userid', access: 'super-admin' },
  saveErpSettings: {
    call: 'POST /provide-env-data',
    access: 'super-admin',
    bodies: [
      'POSTGRES_DATABASE_URL NETSUITE_ACCOUNT_ID NETSUITE_CONSUMER_KEY NETSUITE_CONSUMER_SECRET NETSUITE_TOKEN_ID NETSUITE_TOKEN_SECRET NETSUITE_BASE_URL',
    ],
  },
  retryBooking: { call: 'POST /bookings/:collection/:id/retry', access: 'super-admin' },
  health: { call: 'GET /health', access: 'public' },
}

const mobileCalls: Record<keyof typeof mobileEndpoints, Expected> = {
  mobileLogin: {
    call: 'POST /mobile/token',
    access: 'public',
    encoding: 'form',
    bodies: ['userid password'],
  },
  sendBinCount: {
    call: 'POST /mobile/bin-count-records',
    access: { mobileFeature: 'binCount' },
    bodies: ['bin_name? bin_id? inventory_id? bin_data? bins_data? created_at? client_id'],
  },
  sendBinAdjustment: {
    call: 'POST /mobile/bin-adjustment-records',
    access: { mobileFeature: 'binAdjustments' },
    bodies: ['bin_name? inventory_id? bin_id? bin_data? item_data? created_at? client_id'],
  },
  sendBinTransfer: {
    call: 'POST /mobile/bin-transfer-records',
    access: { mobileFeature: 'binTransfer' },
    bodies: ['bin_name? inventory_id? bin_id? bin_data? created_at? client_id'],
  },
  sendInboundData: {
    call: 'POST /mobile/inbound-data-records',
    access: { mobileFeature: 'inbound' },
    bodies: ['created_at? inbound_data? client_id'],
  },
}

interface BodySchema {
  readonly anyOf?: readonly BodySchema[]
  readonly properties?: Readonly<Record<string, unknown>>
  readonly required?: readonly string[]
}

/** The fields of a body in the notation of the table above. */
function fieldsOf({ properties = {}, required = [] }: BodySchema): string {
  return Object.keys(properties)
    .map((field) => (required.includes(field) ? field : `${field}?`))
    .sort()
    .join(' ')
}

function described({ method, path, access, encoding, body }: Endpoint | MobileEndpoint): Expected {
  const schema = body && (z.toJSONSchema(body, { unrepresentable: 'any' }) as BodySchema)
  return {
    call: `${method} ${path}`,
    access,
    ...(encoding && { encoding }),
    ...(schema && { bodies: (schema.anyOf ?? [schema]).map(fieldsOf) }),
  }
}

function sorted(expected: Expected): Expected {
  const { bodies, ...rest } = expected
  return bodies
    ? { ...rest, bodies: bodies.map((fields) => fields.split(' ').sort().join(' ')) }
    : rest
}

describe('the calls match the specification', () => {
  test.each(Object.entries(endpoints))('%s', (name, endpoint) => {
    expect(described(endpoint as Endpoint)).toEqual(sorted(calls[name as keyof typeof calls]))
  })

  test.each(Object.entries(mobileEndpoints))('the mobile app calls %s', (name, endpoint) => {
    const expected = mobileCalls[name as keyof typeof mobileCalls]
    expect(described(endpoint as MobileEndpoint)).toEqual(sorted(expected))
  })

  test('each call is in the table', () => {
    expect(Object.keys(endpoints)).toEqual(Object.keys(calls))
    expect(Object.keys(mobileEndpoints)).toEqual(Object.keys(mobileCalls))
  })

  test('no two calls are the same', () => {
    const all = [
      ...Object.values(endpoints),
      ...Object.values(mobileEndpoints),
      ...collectionNames.map(listEndpoint),
      ...pulledCollections.map(pullEndpoint),
    ].map(({ method, path }) => `${method} ${path}`)
    expect(new Set(all).size).toBe(all.length)
  })
})

describe('a call beyond section 7', () => {
  /** The access of each call, copied by hand from the table of specification.md section 7. */
  const offerOf: Readonly<Record<string, string>> = {
    'POST /logout': 'logout',
    'POST /bookings/:collection/:id/retry': 'bookings',
    'GET /health': 'health',
    'GET /provide-env-data': 'erp-status',
    'POST /provide-env-data/test': 'erp-test',
    'GET /provide-env-data/sign-in': 'erp-sign-in',
    'POST /provide-env-data/sign-in': 'erp-sign-in',
    'POST /provide-env-data/sign-in/test': 'erp-sign-in',
    'POST /provide-env-data/certificate': 'erp-sign-in',
    'GET /provide-env-data/reading': 'read-rules',
    'PUT /provide-env-data/reading': 'read-rules',
    'GET /provide-env-data/reading/choices': 'read-rules',
    'POST /provide-env-data/reading/count': 'read-rules',
    'GET /audit-trail': 'audit',
    'GET /server/state': 'server-state',
    'GET /views': 'views',
    'POST /views': 'views',
    'PUT /views/:id': 'views',
    'DELETE /views/:id': 'views',
    'PUT /view-defaults/:screen': 'views',
    'GET /me/preferences': 'preferences',
    'PUT /me/preferences/:key': 'preferences',
    'POST /passkey-options': 'passkeys',
    'POST /passkeys': 'passkeys',
    'PUT /passkeys/:id': 'passkeys',
    'DELETE /passkeys/:id': 'passkeys',
    'POST /auth/passkey/options': 'passkeys',
    'POST /auth/login-with-passkey': 'passkeys',
    'POST /step-up/options': 'passkeys',
    'GET /me/security': 'second-factor',
    'POST /recovery-codes': 'second-factor',
    'POST /auth/login-with-recovery-code': 'second-factor',
    'POST /step-up': 'second-factor',
    'POST /authenticator': 'second-factor',
    'DELETE /sessions/:id': 'second-factor',
    'DELETE /sessions': 'second-factor',
    'GET /admin/second-factors': 'second-factor',
    'POST /admin/second-factor/reset/:username': 'second-factor',
    'GET /exceptions': 'exceptions',
    'GET /exceptions/causes/:cause/notes': 'exceptions',
    'GET /exceptions/cases/:collection/:id/notes': 'exceptions',
    'POST /exceptions/actions': 'exceptions',
    'POST /exceptions/retries': 'exceptions',
    'GET /exceptions/retries/:id': 'exceptions',
    'GET /collection-counts': 'counts',
    'GET /netsuite/areas': 'syncs',
    'GET /netsuite/budget': 'erp-budget',
    'GET /netsuite/runs': 'syncs',
    'POST /netsuite/read-again': 'read-again',
    'POST /netsuite/bins/cancel': 'syncs',
    'GET /bin-stock': 'bin-stock',
    'GET /netsuite/bin-stock': 'bin-stock',
    'POST /netsuite/bin-stock/cancel': 'syncs',
  }
  const all: readonly Endpoint[] = [
    ...Object.values(endpoints as Record<string, Endpoint>),
    ...Object.values(ownEndpoints as Record<string, Endpoint>),
    ...Object.values(syncEndpoints as Record<string, Endpoint>),
    cancelEndpoint('bins'),
    listEndpoint('binStock'),
    pullEndpoint('binStock'),
    cancelEndpoint('binStock'),
    countsEndpoint,
    ...collectionNames.map(listEndpoint),
    ...pulledCollections.map(pullEndpoint),
  ]

  test.each(all.map(({ method, path, offer }) => [`${method} ${path}`, offer] as const))(
    '%s is made only if the server offers it',
    (call, offer) => {
      expect(offer).toBe(offerOf[call])
    },
  )

  test('each offer is used by a call or a query', () => {
    const queries = ['deltas', 'parts']
    expect([...new Set([...Object.values(offerOf), ...queries])].sort()).toEqual([...OFFERS].sort())
  })
})

describe('the lists and the pulls', () => {
  const lists = [
    ['locations', '/data_locations', { feature: 'locations' }],
    ['bins', '/data_bins', { feature: 'bins' }],
    ['inventory', '/data_inventory', { feature: 'inventory' }],
    ['items', '/data_items', { feature: 'items' }],
    ['salesOrders', '/data_sales_orders', { feature: 'salesorder' }],
    ['inboundShipments', '/get-inbound-data', { feature: 'inbound' }],
    ['inboundDataRecords', '/get-inbound-data-records', { feature: 'inbound' }],
    ['binCountRecords', '/bin-count-records', { feature: 'bincount' }],
    ['binAdjustmentRecords', '/bin-adjustment-records', { feature: 'binAdjustment' }],
    ['binTransfer', '/bin-transfer-records', { feature: 'binTransfer' }],
    ['admins', '/master-admin-details', 'super-admin'],
    ['wmsAiUsers', '/wms-ai-users', 'super-admin'],
  ] as const

  test('each collection has one list', () => {
    expect(lists.map(([name]) => name)).toEqual(collectionNames)
  })

  test.each(lists)('%s are listed by GET %s', (name, path, access) => {
    const { reply, ...call } = listEndpoint(name)
    expect(call).toEqual({ method: 'GET', path, access })
    expect(reply).toBe(ListReply)
  })

  const pulls = [
    ['locations', '/netsuite/locations', 'locations'],
    ['bins', '/netsuite/bins', 'bins'],
    ['inventory', '/netsuite/inventory', 'inventory'],
    ['items', '/netsuite/items', 'items'],
    ['salesOrders', '/netsuite/sales-orders', 'salesorder'],
    ['inboundShipments', '/netsuite/inbound-shipments', 'inbound'],
  ] as const

  test('each pulled collection has one pull', () => {
    expect(pulls.map(([name]) => name)).toEqual(pulledCollections)
  })

  test.each(pulls)(
    '%s are pulled by GET %s, with the flag or as super admin',
    (name, path, flag) => {
      const { reply, ...call } = pullEndpoint(name)
      expect(call).toEqual({ method: 'GET', path, access: { feature: flag, orSuperAdmin: true } })
      expect(reply).toBe(PullReply)
    },
  )
})

describe('a path with parameters', () => {
  const rows = [
    ['/admin/delete/:username', { username: 'picker1' }, '/admin/delete/picker1'],
    ['/admin/delete/:username', { username: 'a$b' }, '/admin/delete/a%24b'],
    ['/admin/profile/:username', { username: 'a/b' }, '/admin/profile/a%2Fb'],
    ['/admin/profile/:username', { username: '../x' }, '/admin/profile/..%2Fx'],
    ['/admin/profile/:username', { username: 'a?b#c&d=e' }, '/admin/profile/a%3Fb%23c%26d%3De'],
    ['/admin/profile/:username', { username: '100%' }, '/admin/profile/100%25'],
    ['/admin/profile/:username', { username: ':userid' }, '/admin/profile/%3Auserid'],
    ['/wms-ai-users/update/:userid', { userid: 'Zoë +1' }, '/wms-ai-users/update/Zo%C3%AB%20%2B1'],
    ['/data_bins', {}, '/data_bins'],
  ] as const

  test.each(rows)('%s with %j becomes %s', (path, params, expected) => {
    expect(pathWith(path, params)).toBe(expected)
  })

  test('a path decodes to the values that were put in', () => {
    for (const [path, params] of rows)
      for (const value of Object.values(params))
        expect(decodeURIComponent(pathWith(path, params).split('/').at(-1) ?? '')).toBe(value)
  })
})

describe('one path, two dialogs', () => {
  const profile = { company_name: 'Acme', company_email: 'a@b.c' }

  test.each([
    ['the two password keys alone', { password: 'a', confirm_password: 'b' }, true],
    ['a profile field beside them', { password: 'a', confirm_password: 'a', ...profile }, false],
    ['an unknown key beside them', { password: 'a', confirm_password: 'a', x: 1 }, false],
    ['a password alone', { password: 'a' }, false],
    ['the profile alone', profile, false],
    ['nothing', {}, false],
  ])('%s: isChangePassword is %s', (_what, body, expected) => {
    expect(isChangedPassword(body)).toBe(expected)
  })

  test.each([
    ['a new password alone', { new_password: 'a' }, true],
    ['a name beside it', { new_password: 'a', name: 'Ann' }, false],
    ['a password by another name', { password: 'a' }, false],
    ['nothing', {}, false],
  ])('%s: isUpdatePassword is %s', (_what, body, expected) => {
    expect(isChangedUserPassword(body)).toBe(expected)
  })
})
