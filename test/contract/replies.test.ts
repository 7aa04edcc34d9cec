import { describe, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { ListReply, PullReply } from '#contract/sync/list-endpoints.ts'
import { SPECIFIED_LIMITS, type FormLimits } from '#contract/forms.ts'
import { mobileEndpoints } from '#contract/mobile-endpoints.ts'
import { firstProblem } from '#contract/rules.ts'

const counts = { added: 1, changed: 2, removed: 3, total: 4, refused: 0 }

/** The parts of each answer that are used (specification.md section 7), and an answer that lacks them. */
const rows = [
  ['login', endpoints.login, { access_token: 't', token_type: 'bearer' }, {}],
  [
    'super-admin status',
    endpoints.superAdminStatus,
    { data: { is_super_admin: 'true' } },
    { is_super_admin: true },
  ],
  [
    'own status',
    endpoints.ownSuperAdminStatus,
    { data: { is_super_admin: false } },
    { data: null },
  ],
  [
    'second-factor status',
    endpoints.twoFactorStatus,
    { data: { two_factor_enabled: true, requires_2fa: 1 } },
    { two_factor_enabled: true },
  ],
  [
    'second-factor login',
    endpoints.twoFactorLogin,
    { access_token: 't', features: { bins: true }, cache_key: 'k' },
    { access_token: 7 },
  ],
  [
    'second-factor login without flags',
    endpoints.twoFactorLoginAfterSetup,
    { access_token: 't', features: null },
    { access_token: 't', features: 'bins' },
  ],
  [
    'set-up',
    endpoints.twoFactorSetup,
    { data: { qr_code_url: 'otpauth://…', secret_key: 'S', setup_instructions: ['scan'] } },
    { qr_code_url: 'otpauth://…' },
  ],
  ['enabling without a token', endpoints.twoFactorEnable, { success: true }, 'enabled'],
  ['enabling with a token', endpoints.twoFactorEnable, { access_token: 't' }, { access_token: [] }],
  ['refresh', endpoints.tokenRefresh, { access_token: 't', user: { username: 'a' } }, { user: {} }],
  ['logout', endpoints.logout, {}, 'bye'],
  ['reset mail', endpoints.requestPasswordReset, { message: 'Sent' }, { message: 7 }],
  ['own profile', endpoints.ownProfile, { username: 'a', features: {} }, { features: {} }],
  ['health', endpoints.health, { status: 'ok' }, {}],
  ['list', { reply: ListReply }, { data: [{ id: 1 }] }, { data: ['text'] }],
  ['pull', { reply: PullReply }, { ...counts, message: 'ok' }, { added: 1 }],
  [
    'mobile sign-in',
    mobileEndpoints.mobileLogin,
    { access_token: 't', features: { binCount: true }, locations: ['Main'] },
    { access_token: 't' },
  ],
  ['mobile record', mobileEndpoints.sendBinCount, { id: '1' }, {}],
] as const

test('the own profile may be bare or in `data`', () => {
  const profile = { username: 'a', features: { bins: true }, is_super_admin: 'true' }
  const { reply } = endpoints.ownProfile
  expect(reply.parse({ status: 'success', data: profile })).toEqual(profile)
  expect(reply.parse({ ...profile, data: null })).toEqual({ ...profile, data: null })
  for (const empty of [{ data: {} }, { data: [] }, { data: 'a' }, null, 'a'])
    expect(reply.safeParse(empty).success).toBe(false)
})

describe('the answers', () => {
  test.each(rows)(
    '%s: an answer with the used parts is read, and one without is rejected',
    (_w, call, good, bad) => {
      expect(call.reply.safeParse(good).success).toBe(true)
      expect(call.reply.safeParse(bad).success).toBe(false)
    },
  )

  test.each(rows)('%s: unknown fields are kept', (_what, { reply }, good) => {
    const more = { ...good, unknown_key: 1 }
    // Our own lists are the only answers that are exact.
    const kept = reply === ListReply ? good : more
    expect(reply.safeParse(more).data).toEqual(kept)
  })
})

/** Calls whose rules the server checks although the console has checked them before (decisions/server/access.md). */
const bodies: readonly [
  what: string,
  endpoint: { readonly rules?: (limits: FormLimits) => Parameters<typeof firstProblem>[0] },
  body: unknown,
  message: string,
][] = [
  [
    'an empty login',
    endpoints.login,
    { username: '', password: '' },
    'Please enter both username and password',
  ],
  [
    'a code of five digits at sign-in',
    endpoints.twoFactorLogin,
    { username: 'a', password: 'b', totp_code: '12345' },
    'The TOTP code must have 6 digits',
  ],
  [
    'a code of five digits after set-up',
    endpoints.twoFactorLoginAfterSetup,
    { username: 'a', password: 'b', totp_code: '12345' },
    'The TOTP code must have 6 digits',
  ],
  [
    'a code of five digits at enabling',
    endpoints.twoFactorEnable,
    { username: 'a', secret_key: 'S', totp_code: '12345' },
    'The verification code must have 6 digits.',
  ],
  [
    'a reset without a name',
    endpoints.requestPasswordReset,
    { email_or_username: ' ' },
    'Please enter your email or username',
  ],
  [
    'a reset without a token',
    endpoints.resetPassword,
    { token: '', new_password: 'abcd' },
    'Invalid or missing reset token.',
  ],
  [
    'a reset with a short password',
    endpoints.resetPassword,
    { token: 't', new_password: 'abc' },
    'Password must be at least 4 characters long',
  ],
  [
    'a registration with a short username',
    endpoints.register,
    {
      username: 'ab',
      password: 'abcd',
      confirm_password: 'abcd',
      company_name: 'Acme',
      company_email: 'a@b.c',
      phone_number: '1234567890',
    },
    'Username must be at least 3 characters long',
  ],
  [
    'a mobile user without a location',
    endpoints.createUser,
    {
      userid: 'u1',
      name: 'Ann',
      password: 'abcd',
      location: '',
      multi_location_enable: false,
      features: {},
    },
    'All fields are required',
  ],
]

describe('the rules on the server', () => {
  test.each(bodies)('the server rejects %s', (_what, { rules }, body, message) => {
    if (!rules) throw new Error('the call declares no rules')
    expect(firstProblem(rules(SPECIFIED_LIMITS), body)?.message).toBe(message)
  })

  test('the server checks the rules of section 5 in each of these calls', () => {
    const names = Object.entries(endpoints).flatMap(([name, endpoint]) =>
      endpoint.rules ? [name] : [],
    )
    // PUT /admin/profile and PUT /wms-ai-users/update depend on the body, ERP Setup on what is set.
    expect(names).toEqual([
      'login',
      'register',
      'twoFactorLogin',
      'twoFactorLoginAfterSetup',
      'twoFactorEnable',
      'requestPasswordReset',
      'resetPassword',
      'createAdmin',
      'createUser',
    ])
  })

  test('the mobile app must send an id with each record', () => {
    for (const call of [
      mobileEndpoints.sendBinCount,
      mobileEndpoints.sendBinAdjustment,
      mobileEndpoints.sendBinTransfer,
      mobileEndpoints.sendInboundData,
    ]) {
      expect(call.body?.safeParse({ client_id: 'c', anything: [1] }).success).toBe(true)
      expect(call.body?.safeParse({ client_id: '' }).success).toBe(false)
      expect(call.body?.safeParse({ id: 1 }).success).toBe(false)
    }
  })
})
