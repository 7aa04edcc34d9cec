import { describe, expect, test } from 'vitest'
import {
  areaSyncFailed,
  cardFailed,
  explain,
  explainLogin,
  faults,
  loadFailed,
  syncFailed,
  isMissingAccountMessage,
  type FaultFacts,
  type FaultTexts,
} from '#contract/faults.ts'

const noAnswer: FaultFacts = { kind: 'network' }
const unreadable: FaultFacts = { kind: 'shape', status: 200, body: {} }

function answer(status: number, body?: unknown): FaultFacts {
  return { kind: 'http', status, body }
}

/** The answer of something in the network in the server's place. */
const page = (status: number): FaultFacts => ({ kind: 'network', status })

const html = '<html><body><h1>502 Bad Gateway</h1></body></html>'
const X = { detail: 'X' }
const says = (msg: string) => ({ loc: ['body'], msg, type: 'value_error' })

type Row = readonly [what: string, fault: FaultFacts, sentence: string]

const serverError = 'Server error. Please try again in a few moments.'
const wrongPassword = 'Invalid username or password'
const timeout = 'Gateway timeout. The server is taking too long to respond. Please try again.'
const unavailable = 'Service temporarily unavailable. Please try again in a few moments.'
const unexpected = 'An unexpected error occurred. Please try again.'
const noConnection = 'Unable to connect to the server. Please check your internet connection.'
const tooMany = 'Too many attempts. Please wait a moment and try again.'

describe('login', () => {
  const rows: readonly Row[] = [
    ['504', answer(504), timeout],
    ['504 with a detail', answer(504, X), timeout],
    ['504 from a proxy', answer(504, html), timeout],
    ['503', answer(503), unavailable],
    ['503 with a detail', answer(503, X), unavailable],
    ['401', answer(401), wrongPassword],
    ['401 with a detail', answer(401, X), wrongPassword],
    ['500', answer(500), serverError],
    ['500 as plain text', answer(500, 'Internal Server Error'), serverError],
    ['501', answer(501), serverError],
    ['502 with a detail', answer(502, X), serverError],
    ['599', answer(599), serverError],
    ['400 with a detail', answer(400, X), 'X'],
    ['403 with a detail', answer(403, X), 'X'],
    ['422 with a list', answer(422, { detail: [says('A'), says('B')] }), 'A, B'],
    ['400 with a message in place of the detail', answer(400, { message: 'M' }), 'M'],
    ['400 with a detail beside a message', answer(400, { message: 'M', detail: 'X' }), 'X'],
    ['400 with neither of them', answer(400, { error: 'E' }), unexpected],
    ['401 with a message', answer(401, { message: 'M' }), wrongPassword],
    ['500 with a message', answer(500, { message: 'M' }), serverError],
    ['418 without anything', answer(418, {}), unexpected],
    ['400 as a page', answer(400, html), unexpected],
    ['no answer', noAnswer, noConnection],
    ['a proxy that waits no longer', page(504), timeout],
    ['a proxy of a busy server', page(503), unavailable],
    ['a proxy that does not reach the server', page(502), serverError],
    ['the page of a portal', page(200), noConnection],
    ['the page of a portal that refuses', page(401), noConnection],
    ['an answer without a token', unreadable, 'Invalid response from server'],
    ['429 with a sentence', answer(429, { detail: 'Wait 30 s.' }), 'Wait 30 s.'],
    ['429 without', answer(429), tooMany],
    [
      '429 with nothing but a time',
      { ...answer(429, html), retryAfterMs: 61_000 },
      'Too many attempts. Please try again in 2 minutes.',
    ],
  ]

  test.each(rows)('%s', (_what, fault, sentence) => {
    expect(explainLogin(fault, false)).toBe(sentence)
  })

  const expired = 'Your session has expired. Please log in again.'

  test.each([
    ['both say expired', 401, { detail: 'Token expired' }, true, expired],
    ['in any case', 401, { detail: 'TOKEN HAS EXPIRED' }, true, expired],
    ['only the detail', 401, { detail: 'Token expired' }, false, wrongPassword],
    ['only the address', 401, { detail: 'Nope' }, true, wrongPassword],
    ['only the address, no body', 401, undefined, true, wrongPassword],
    ['the message instead of the detail', 401, { message: 'expired' }, true, wrongPassword],
    ['another status', 400, { detail: 'Token expired' }, true, 'Token expired'],
    ['a server error', 503, { detail: 'expired' }, true, unavailable],
  ])('401 and the expired address: %s', (_what, status, body, inAddress, sentence) => {
    expect(explainLogin(answer(status, body), inAddress)).toBe(sentence)
  })

  test('the login checks 504, 503, 401, then 500 and above', () => {
    const sentences = [504, 503, 401, 500, 400].map((status) => explainLogin(answer(status), false))
    expect(sentences).toEqual([timeout, unavailable, wrongPassword, serverError, unexpected])
  })
})

const duplicates = [
  'duplicate key value violates unique constraint',
  'Username already exists',
  'email ALREADY EXISTS',
]

describe('forgot and reset password', () => {
  const forgot: readonly Row[] = [
    ['a detail', answer(404, X), 'X'],
    ['a message', answer(400, { message: 'M' }), 'M'],
    ['a list', answer(422, { detail: [says('A'), says('B')] }), 'A, B'],
    ['nothing', answer(500, {}), 'Failed to send reset email.'],
    ['a page', answer(502, html), 'Failed to send reset email.'],
    ['no answer', noAnswer, 'Failed to send reset email.'],
    ['too many', answer(429), tooMany],
  ]

  test.each(forgot)('forgot: %s', (_what, fault, sentence) => {
    expect(explain(fault, faults.forgotPassword)).toBe(sentence)
  })

  const reset: readonly Row[] = [
    ['a detail', answer(400, X), 'X'],
    ['nothing', answer(500, {}), 'Failed to reset password. Please try again.'],
    ['no answer', noAnswer, 'Failed to reset password. Please try again.'],
  ]

  test.each(reset)('reset: %s', (_what, fault, sentence) => {
    expect(explain(fault, faults.resetPassword)).toBe(sentence)
  })

  test.each([
    ['Account does not exist', true],
    ['This account does not exist.', true],
    ["The account doesn't exist", true],
    ['No such account', true],
    ['User not found', true],
    ['If an account exists, a reset email has been sent.', false],
    ['Mail sent', false],
    ['', false],
  ])('%j counts as an error: %s', (message, expected) => {
    expect(isMissingAccountMessage(message)).toBe(expected)
  })
})

describe('registration', () => {
  const taken = 'Admin already exists with this username or email'
  const failed = 'Registration failed. Please try again.'
  const rows: readonly Row[] = [
    ...[400, 409].flatMap((status): Row[] => [
      ...duplicates.map((detail): Row => [
        `${status} ${detail}`,
        answer(status, { detail }),
        taken,
      ]),
      [`${status} in the message`, answer(status, { message: 'already exists' }), taken],
      [`${status} in a list`, answer(status, { detail: [says('already exists')] }), taken],
      [`${status} in an object`, answer(status, { detail: { message: 'already exists' } }), taken],
      [`${status} beside a detail`, answer(status, { ...X, message: 'already exists' }), taken],
      [`${status} without duplicate wording`, answer(status, X), 'X'],
    ]),
    ['422 joins', answer(422, { detail: [says('A'), says('B')] }), 'A, B'],
    [
      '422 with duplicate wording',
      answer(422, { detail: [says('already exists')] }),
      'already exists',
    ],
    ['403 with a detail', answer(403, X), 'X'],
    ['403 with a message', answer(403, { message: 'M' }), 'M'],
    ['500 without', answer(500, {}), failed],
    ['409 without', answer(409), failed],
    ['no answer', noAnswer, failed],
    ['too many', answer(429, {}), tooMany],
  ]

  test.each(rows)('%s', (_what, fault, sentence) => {
    expect(explain(fault, faults.register)).toBe(sentence)
  })
})

describe('the second factor', () => {
  const login: readonly Row[] = [
    ['401', answer(401, X), 'Invalid TOTP code. Please try again.'],
    ['422 with one', answer(422, { detail: [says('Value error, X')] }), 'Validation error: X'],
    ['422 with two', answer(422, { detail: [says('A'), says('B')] }), 'Validation error: A, B'],
    ['422 as text', answer(422, X), 'Validation error: X'],
    ['another with a detail', answer(403, X), 'X'],
    ['too many', answer(429, { detail: 'Wait.' }), 'Wait.'],
  ]

  test.each(login)('sign-in: %s', (_what, fault, sentence) => {
    expect(explain(fault, faults.twoFactorLogin)).toBe(sentence)
  })

  test('a sign-in without the stored data says so', () => {
    expect(faults.missingTemporaryData).toBe('Authentication data not found. Please log in again.')
  })

  test.each([
    ['401', answer(401, X), /^Authentication error\. Please log in again\.$/],
    ['404', answer(404, X), /endpoints not found/],
    ['422', answer(422, X), /^Invalid request format/],
    ['no QR code or secret', unreadable, /^Failed to get 2FA setup information/],
    ['no connection', noAnswer, /connection.*skip/],
  ])('setup: %s', (_what, fault, sentence) => {
    expect(explain(fault, faults.twoFactorSetup)).toMatch(sentence)
  })

  test.each([
    ['400', answer(400, X), 'Invalid verification code. Please try again.'],
    ['401', answer(401, X), 'Authentication failed. Please try again.'],
  ])('enabling: %s', (_what, fault, sentence) => {
    expect(explain(fault, faults.twoFactorEnable)).toBe(sentence)
  })

  test('enabling has a message of its own for each status', () => {
    const sentences = [400, 401, 404, 422, 500].map((status) =>
      explain(answer(status), faults.twoFactorEnable),
    )
    expect(new Set(sentences).size).toBe(5)
  })

  test.each([
    faults.twoFactorLogin,
    faults.twoFactorSetup,
    faults.twoFactorEnable,
    faults.featureStep,
  ])('a missing connection is reported: $network', (texts) => {
    expect(explain(noAnswer, texts)).toMatch(/^No connection to the server\./)
  })
})

describe('admin management', () => {
  const rows: readonly (readonly [
    what: string,
    texts: FaultTexts,
    ...rest: [FaultFacts, string],
  ])[] = [
    ...duplicates.map(
      (detail) =>
        [
          `create: ${detail}`,
          faults.createAdmin,
          answer(400, { detail }),
          'Admin already exists',
        ] as const,
    ),
    [
      'create: 409',
      faults.createAdmin,
      answer(409, { detail: duplicates[0] }),
      'Admin already exists',
    ],
    ['create: 500', faults.createAdmin, answer(500, {}), 'Failed to create admin'],
    ['create: 400 with a detail', faults.createAdmin, answer(400, X), 'Failed to create admin'],
    ['create: 403 says why', faults.createAdmin, answer(403, X), 'X'],
    ['create: 422 says why', faults.createAdmin, answer(422, { detail: [says('A')] }), 'A'],
    ['edit: 500', faults.updateAdmin, answer(500, {}), 'Failed to update admin profile'],
    ['edit: a page', faults.updateAdmin, answer(500, html), 'Failed to update admin profile'],
    ['edit: a detail', faults.updateAdmin, answer(400, X), 'X'],
    ['edit: a message', faults.updateAdmin, answer(400, { message: 'M' }), 'M'],
    ['edit: 409 says why', faults.updateAdmin, answer(409, X), 'X'],
    ['delete: 500', faults.deleteAdmin, answer(500, {}), 'Failed to delete admin'],
    ['delete: 500 with a detail', faults.deleteAdmin, answer(500, X), 'Failed to delete admin'],
    ['delete: 409 says why', faults.deleteAdmin, answer(409, X), 'X'],
    ['delete: 403 says why', faults.deleteAdmin, answer(403, X), 'X'],
    ['delete: 404 says why', faults.deleteAdmin, answer(404, X), 'X'],
    ['delete: 409 without a reason', faults.deleteAdmin, answer(409), 'Failed to delete admin'],
    ['password: 500', faults.changePassword, answer(500, {}), 'Failed to change password'],
    ['password: a detail', faults.changePassword, answer(400, X), 'X'],
    ['password: a message', faults.changePassword, answer(400, { message: 'M' }), 'M'],
  ]

  test.each(rows)('%s', (_what, texts, fault, sentence) => {
    expect(explain(fault, texts)).toBe(sentence)
  })
})

describe('mobile users', () => {
  const exists = 'User already exists'
  const rows: readonly (readonly [
    what: string,
    texts: FaultTexts,
    ...rest: [FaultFacts, string],
  ])[] = [
    ['create: message', faults.createUser, answer(400, { message: 'u already exists' }), exists],
    ['create: detail', faults.createUser, answer(400, { detail: 'u already exists' }), exists],
    [
      'create: message beside a detail',
      faults.createUser,
      answer(400, { ...X, message: 'u already exists' }),
      exists,
    ],
    ['create: 500 says so', faults.createUser, answer(500, { detail: 'already exists' }), exists],
    [
      'create: a location in use is no such user',
      faults.createUser,
      answer(400, { detail: 'Location code already in use' }),
      'Location code already in use',
    ],
    ['create: other message', faults.createUser, answer(400, { message: 'M' }), 'M'],
    ['create: other detail', faults.createUser, answer(400, X), 'X'],
    ['create: message first', faults.createUser, answer(400, { ...X, message: 'M' }), 'M'],
    ['create: 500', faults.createUser, answer(500, {}), 'Failed to create user'],
    ['edit: detail', faults.updateUser, answer(400, X), 'X'],
    ['edit: message', faults.updateUser, answer(400, { message: 'M' }), 'Failed to update user'],
    ['edit: 500', faults.updateUser, answer(500, {}), 'Failed to update user'],
    ['delete: message', faults.deleteUser, answer(400, { message: 'M' }), 'M'],
    ['delete: message first', faults.deleteUser, answer(400, { ...X, message: 'M' }), 'M'],
    ['delete: 500', faults.deleteUser, answer(500, {}), 'Failed to delete user'],
    ['password: message', faults.updateUserPassword, answer(400, { message: 'M' }), 'M'],
    ['password: 500', faults.updateUserPassword, answer(500, {}), 'Failed to update password'],
  ]

  test.each(rows)('%s', (_what, texts, fault, sentence) => {
    expect(explain(fault, texts)).toBe(sentence)
  })
})

describe('a change whose answer is lost', () => {
  const SEE_LIST =
    'No answer from the server. This may have been done: check the list before you try again.'
  const PASSWORD =
    "No answer from the server. The password may have been changed; it's safe to try again."
  const ERP = "No answer from the server. This may have been saved; it's safe to try again."
  const losses: readonly (readonly [what: string, fault: FaultFacts])[] = [
    ['no answer', noAnswer],
    ["a gateway's page instead of the answer", { kind: 'network', status: 504 }],
    ['an answer that cannot be read', { kind: 'shape', status: 200 }],
    ['a gateway that waited in vain', { kind: 'http', status: 504 }],
    ['a gateway whose connection broke', answer(502, html)],
  ]
  const changes: readonly (readonly [texts: FaultTexts, sentence: string])[] = [
    [faults.createAdmin, SEE_LIST],
    [faults.updateAdmin, SEE_LIST],
    [faults.deleteAdmin, SEE_LIST],
    [faults.changePassword, PASSWORD],
    [faults.createUser, SEE_LIST],
    [faults.updateUser, SEE_LIST],
    [faults.deleteUser, SEE_LIST],
    [faults.updateUserPassword, PASSWORD],
    [faults.saveErpSettings, ERP],
  ]

  test.each(losses)('%s is not reported as a failure', (_what, fault) => {
    expect(changes.map(([texts]) => explain(fault, texts))).toEqual(
      changes.map(([, sentence]) => sentence),
    )
  })

  test('a refusal of the server with the status of a gateway is reported as one', () => {
    expect(explain(answer(502, X), faults.createUser)).toBe('X')
    expect(explain(answer(504, X), faults.createAdmin)).toBe('Failed to create admin')
    expect(explain(answer(503, html), faults.createUser)).toBe('Failed to create user')
  })
})

describe('data and sync', () => {
  test.each([
    ['load', loadFailed('sales orders'), 'Failed to load sales orders'],
    ['refresh', faults.refreshFailed, 'Failed to refresh data'],
    ['inbound data', faults.loadError, 'Error loading data'],
    ['a card', cardFailed('Bins', 'X'), 'Failed to load Bins: X'],
    ['an area', areaSyncFailed('bins', 'X'), 'Error syncing bins from NetSuite: X'],
    ['no token', faults.noToken, 'No authentication token found'],
    ['a table, with a message', explain(answer(502, { message: 'M' }), syncFailed('Bins')), 'M'],
    ['a table, with a detail', explain(answer(502, X), syncFailed('Bins')), 'X'],
    ['a table, without', explain(answer(502, {}), syncFailed('Bins')), 'Failed to sync Bins'],
    ['a table, no answer', explain(noAnswer, syncFailed('Bins')), 'Failed to sync Bins'],
    ['a table, a page', explain(answer(502, html), syncFailed('Bins')), 'Failed to sync Bins'],
  ])('%s', (_what, said, sentence) => {
    expect(said).toBe(sentence)
  })
})

describe('ERP setup', () => {
  const failed = 'Failed to save ERP configuration. Please try again.'
  const issue = (field: string, msg: string) => ({ loc: ['body', field], msg, type: 'x' })
  const rows: readonly Row[] = [
    [
      '422 with two',
      answer(422, {
        detail: [
          issue('NETSUITE_BASE_URL', 'must be https'),
          issue('NETSUITE_TOKEN_ID', 'is empty'),
        ],
      }),
      'Validation errors: NETSUITE_BASE_URL: must be https, NETSUITE_TOKEN_ID: is empty',
    ],
    [
      '422 of the whole body',
      answer(422, { detail: [says('Value error, A')] }),
      'Validation errors: A',
    ],
    ['422 as text', answer(422, X), 'Validation errors: X'],
    ['422 without anything', answer(422, {}), failed],
    ['400 shows the detail', answer(400, X), 'X'],
    ['400 prefers the detail', answer(400, { ...X, message: 'M' }), 'X'],
    ['400 without', answer(400, {}), failed],
    ['500 shows the message', answer(500, { message: 'M' }), 'M'],
    ['500 prefers the message', answer(500, { ...X, message: 'M' }), 'M'],
    ['502 with a detail alone', answer(502, X), 'X'],
    ['500 without', answer(500, {}), failed],
    ['a page', answer(500, html), failed],
  ]

  test.each(rows)('%s', (_what, fault, sentence) => {
    expect(explain(fault, faults.saveErpSettings)).toBe(sentence)
  })

  test('an unexpected status shows the fallback', () => {
    expect(faults.erpSettingsStatus).toBe('Failed to save configuration')
  })
})

describe('plain sentences', () => {
  test.each([
    [faults.sessionExpired, 'Your session has expired. Please log in again.'],
    [faults.usernameTaken, 'Username already exists'],
    [faults.emailTaken, 'Email already exists'],
    [faults.resetTokenMissing, 'Invalid or missing reset token.'],
    [faults.tooMany, tooMany],
  ])('%s', (said, sentence) => {
    expect(said).toBe(sentence)
  })
})

/** The operations that show the server's sentence where the specification gives none for the status, with the order of fields. */
const shown: Readonly<Record<string, readonly string[]>> = {
  login: ['detail', 'message'],
  forgotPassword: ['detail', 'message', 'error'],
  resetPassword: ['detail', 'message', 'error'],
  register: ['detail', 'message', 'error'],
  twoFactorLogin: ['detail', 'message', 'error'],
  twoFactorSetup: ['detail', 'message', 'error'],
  twoFactorEnable: ['detail', 'message', 'error'],
  featureStep: ['detail', 'message', 'error'],
  view: ['detail', 'message', 'error'],
  createAdmin: [],
  updateAdmin: ['detail', 'message'],
  deleteAdmin: [],
  changePassword: ['detail', 'message'],
  createUser: ['message', 'detail', 'error'],
  updateUser: ['detail'],
  deleteUser: ['message', 'detail'],
  updateUserPassword: ['message', 'detail'],
  saveErpSettings: ['message', 'detail', 'error'],
  retryBooking: ['detail', 'message', 'error'],
  exceptions: ['detail', 'message', 'error'],
  makeErpCertificate: ['message', 'detail', 'error'],
  testErpSettings: ['message', 'detail', 'error'],
  auditTrail: ['detail', 'message', 'error'],
}

describe('every operation', () => {
  const operations = Object.entries(faults).filter(
    (entry): entry is [keyof typeof faults, Exclude<(typeof entry)[1], string>] =>
      typeof entry[1] !== 'string',
  )

  test('the table covers every operation', () => {
    expect(operations.map(([name]) => name)).toEqual(Object.keys(shown))
  })

  test.each(operations)('%s shows the server’s sentence where it should', (name, texts) => {
    const given = ['detail', 'message', 'error']
    const saidWithout = (left: readonly string[]): string => {
      const body = given.filter((field) => !left.includes(field)).map((field) => [field, field])
      return explain(answer(418, Object.fromEntries(body)), texts)
    }
    const fields = shown[name] ?? []
    for (const [index, field] of fields.entries())
      expect(saidWithout(fields.slice(0, index))).toBe(field)
    expect(saidWithout(fields)).toBe(texts.fallback)
  })

  test.each(operations)('%s has a message for any answer', (_name, texts) => {
    const bodies = [undefined, null, '', html, [], {}, { detail: [] }, { detail: { code: 1 } }]
    for (const body of bodies)
      for (const status of [0, 302, 400, 401, 403, 404, 409, 418, 422, 429, 500, 502, 503, 504])
        expect(explain(answer(status, body), texts)).toMatch(/^[A-Z2]\S* .*\S$/)
    expect(explain(noAnswer, texts)).toMatch(/^[A-Z]\S* .*\S$/)
    expect(explain(unreadable, texts)).toMatch(/^[A-Z]\S* .*\S$/)
  })
})
