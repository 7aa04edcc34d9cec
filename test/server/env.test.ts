import { describe, expect, test } from 'vitest'
import { BadSettings, misnamedSettings, readEnv, type Env } from '#server/env.ts'
import { settings } from '#server/env/settings.ts'

describe('settings', () => {
  test('every setting has a default or is optional', () => {
    expect(readEnv({})).toEqual({
      port: 8080,
      host: '127.0.0.1',
      dataDir: '.data',
      databaseUrl: null,
      secretKey: null,
      registration: 'first',
      smtpUrl: null,
      mailFrom: 'Dockside <no-reply@localhost>',
      publicUrl: null,
      erpAllowedHosts: [],
      erpPullEveryMs: null,
      erpPullsAtOnce: 2,
      erpMapping: null,
      erpOauth2ClientId: null,
      erpOauth2CertificateId: null,
      erpOauth2Key: null,
      erpAdjustmentAccount: null,
      apiBase: '/api',
      corsOrigins: [],
      hiddenGraceTabMs: 1_000,
      hiddenGraceInstalledMs: 300_000,
      passwordMinLength: 0,
      passkeySignIn: 'alone',
      reservedMobileUser: 'erp-integration',
      auditKeepDays: 730,
      listCacheMb: 64,
      tlsCert: null,
      tlsKey: null,
      trustProxy: false,
      logLevel: 'info',
    } satisfies Env)
  })

  test('an empty setting counts as unset', () => {
    expect(readEnv({ PORT: '', HOST: '  ', DATABASE_URL: '' })).toEqual(readEnv({}))
  })

  test('the settings are those of decisions/server/operation.md plus those of bookings and the audit trail', () => {
    expect(Object.values(settings).map(({ name }) => name)).toEqual(NAMES.split(' '))
  })
})

const NAMES =
  'PORT HOST DATA_DIR DATABASE_URL SECRET_KEY REGISTRATION SMTP_URL MAIL_FROM PUBLIC_URL ' +
  'ERP_ALLOWED_HOSTS ERP_PULL_EVERY ERP_PULLS_AT_ONCE ERP_MAPPING ERP_OAUTH2_CLIENT_ID ' +
  'ERP_OAUTH2_CERTIFICATE_ID ERP_OAUTH2_KEY ERP_ADJUSTMENT_ACCOUNT API_BASE CORS_ORIGINS HIDDEN_GRACE_TAB_MS ' +
  'HIDDEN_GRACE_INSTALLED_MS PASSWORD_MIN_LENGTH PASSKEY_SIGN_IN RESERVED_MOBILE_USER AUDIT_KEEP_DAYS ' +
  'LIST_CACHE_MB TLS_CERT TLS_KEY TRUST_PROXY LOG_LEVEL'

const GOOD: readonly [name: string, text: string, key: keyof Env, value: unknown][] = [
  ['PORT', '0', 'port', 0],
  ['PORT', '65535', 'port', 65_535],
  ['PORT', ' 8443 ', 'port', 8443],
  ['HOST', '0.0.0.0', 'host', '0.0.0.0'],
  ['HOST', '::1', 'host', '::1'],
  ['HOST', 'Dock.Example.com', 'host', 'dock.example.com'],
  ['DATA_DIR', '/var/lib/dockside', 'dataDir', '/var/lib/dockside'],
  ['DATABASE_URL', 'postgres://u:p@h/d', 'databaseUrl', 'postgres://u:p@h/d'],
  ['DATABASE_URL', 'postgresql://h:5433/d?sslmode=require', 'databaseUrl', undefined],
  ['SECRET_KEY', 'k'.repeat(32), 'secretKey', 'k'.repeat(32)],
  ['REGISTRATION', 'open', 'registration', 'open'],
  ['REGISTRATION', 'closed', 'registration', 'closed'],
  ['SMTP_URL', 'smtps://u:p@mail.example.com:465', 'smtpUrl', undefined],
  ['MAIL_FROM', 'dock@example.com', 'mailFrom', 'dock@example.com'],
  ['MAIL_FROM', 'Dock, Team <dock@example.com>', 'mailFrom', 'Dock, Team <dock@example.com>'],
  ['PUBLIC_URL', 'https://dock.example.com/', 'publicUrl', 'https://dock.example.com'],
  ['PUBLIC_URL', 'http://dock:8080', 'publicUrl', 'http://dock:8080'],
  [
    'ERP_ALLOWED_HOSTS',
    'Gate.example.com, http://127.0.0.1:9400',
    'erpAllowedHosts',
    ['gate.example.com', 'http://127.0.0.1:9400'],
  ],
  ['ERP_PULL_EVERY', '15m', 'erpPullEveryMs', 900_000],
  ['ERP_PULL_EVERY', '2h', 'erpPullEveryMs', 7_200_000],
  ['ERP_PULL_EVERY', 'off', 'erpPullEveryMs', null],
  ['ERP_ADJUSTMENT_ACCOUNT', '212', 'erpAdjustmentAccount', '212'],
  ['API_BASE', '/', 'apiBase', '/'],
  ['API_BASE', '/api/', 'apiBase', '/api'],
  ['API_BASE', 'https://wms.example.com/v1', 'apiBase', 'https://wms.example.com/v1'],
  ['API_BASE', 'https://wms.example.com/', 'apiBase', 'https://wms.example.com'],
  [
    'CORS_ORIGINS',
    'https://a.example.com,http://b:5173/,',
    'corsOrigins',
    ['https://a.example.com', 'http://b:5173'],
  ],
  ['HIDDEN_GRACE_TAB_MS', '5000', 'hiddenGraceTabMs', 5_000],
  ['HIDDEN_GRACE_TAB_MS', 'off', 'hiddenGraceTabMs', null],
  ['HIDDEN_GRACE_INSTALLED_MS', 'null', 'hiddenGraceInstalledMs', null],
  ['PASSWORD_MIN_LENGTH', '12', 'passwordMinLength', 12],
  ['PASSKEY_SIGN_IN', 'second-factor', 'passkeySignIn', 'second-factor'],
  ['RESERVED_MOBILE_USER', 'robot', 'reservedMobileUser', 'robot'],
  ['AUDIT_KEEP_DAYS', '30', 'auditKeepDays', 30],
  ['AUDIT_KEEP_DAYS', 'off', 'auditKeepDays', null],
  ['LIST_CACHE_MB', '0', 'listCacheMb', 0],
  ['LIST_CACHE_MB', '256', 'listCacheMb', 256],
  ['TRUST_PROXY', 'true', 'trustProxy', true],
  ['TRUST_PROXY', '2', 'trustProxy', 2],
  ['TRUST_PROXY', '10.0.0.0/8, ::1', 'trustProxy', ['10.0.0.0/8', '::1']],
  ['LOG_LEVEL', 'debug', 'logLevel', 'debug'],
]

describe('a valid value is accepted', () => {
  test.each(GOOD)('%s=%s is accepted', (name, text, key, value) => {
    expect(readEnv({ [name]: text })[key]).toEqual(value === undefined ? text : value)
  })
})

const BAD: readonly [name: string, text: string][] = [
  ['AUDIT_KEEP_DAYS', '29'],
  ['AUDIT_KEEP_DAYS', '1y'],
  ['LIST_CACHE_MB', '-1'],
  ['LIST_CACHE_MB', '64MB'],
  ['LIST_CACHE_MB', '4097'],
  ['PORT', 'abc'],
  ['PORT', '-1'],
  ['PORT', '65536'],
  ['PORT', '80.5'],
  ['PORT', '0x50'],
  ['HOST', 'http://localhost'],
  ['HOST', 'a b'],
  ['HOST', '-dock'],
  ['DATABASE_URL', 'mysql://h/d'],
  ['DATABASE_URL', 'localhost:5432'],
  ['DATABASE_URL', 'postgres:///d'],
  ['SECRET_KEY', 'k'.repeat(31)],
  ['REGISTRATION', 'yes'],
  ['SMTP_URL', 'mail.example.com'],
  ['MAIL_FROM', 'nobody'],
  ['MAIL_FROM', 'a@b <c>'],
  ['PUBLIC_URL', 'dock.example.com'],
  ['PUBLIC_URL', 'https://dock.example.com/console'],
  ['PUBLIC_URL', 'https://user@dock.example.com'],
  ['ERP_ALLOWED_HOSTS', 'https://gate.example.com/rest'],
  ['ERP_PULL_EVERY', '30s'],
  ['ERP_PULL_EVERY', '0m'],
  ['ERP_PULL_EVERY', '999h'],
  ['API_BASE', 'api'],
  ['API_BASE', '//elsewhere.example.com'],
  ['API_BASE', 'ftp://h/'],
  ['CORS_ORIGINS', '*'],
  ['CORS_ORIGINS', 'https://a.example.com, null'],
  ['HIDDEN_GRACE_TAB_MS', '1s'],
  ['HIDDEN_GRACE_INSTALLED_MS', '-1'],
  ['PASSWORD_MIN_LENGTH', '65'],
  ['PASSKEY_SIGN_IN', 'on'],
  ['RESERVED_MOBILE_USER', 'two words'],
  ['CORS_ORIGINS', 'https://*.example.com'],
  ['PUBLIC_URL', 'https://*.example.com'],
  ['ERP_ALLOWED_HOSTS', 'erp.example.com,https://*.example.com'],
  ['TRUST_PROXY', 'maybe'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', '0.0.0.0/0'],
  ['TRUST_PROXY', '10.0.0.1, ::/0'],
  ['LOG_LEVEL', 'loud'],
]

describe('an invalid value is reported with what was expected', () => {
  test.each(BAD)('%s=%s is reported', (name, text) => {
    const [sentence, ...more] = wrongIn({ [name]: text })
    const one = Object.values(settings).find((setting) => setting.name === name)
    expect(more).toEqual([])
    expect(sentence).toContain(`${name} must be ${one?.expected}`)
  })

  test('all invalid values are reported at once, in the order of the settings', () => {
    const sentences = wrongIn({ LOG_LEVEL: 'loud', PORT: 'abc', REGISTRATION: 'yes' })
    expect(sentences.map((sentence) => sentence.split(' ')[0])).toEqual([
      'PORT',
      'REGISTRATION',
      'LOG_LEVEL',
    ])
    expect(sentences[0]).toBe(
      "PORT must be a free port from 1 to 65535, or 0 for any, but is 'abc'.",
    )
  })

  test.each(['TLS_CERT', 'TLS_KEY'])('%s without its counterpart is reported', (name) => {
    const [sentence, ...more] = wrongIn({ [name]: '/etc/tls.pem' })
    expect(more).toEqual([])
    expect(sentence).toMatch(/^TLS_(CERT|KEY) must be/)
    expect(sentence).toContain(`set together with ${name}`)
  })
})

describe('a common notation of a database address that is not supported is reported with the reason', () => {
  const encoded = 'the #, / and ? of a user or password must be written as %23, %2F and %3F'
  const oneHost = 'it names several hosts, and only one is supported'
  const socket =
    'it names no host; a Unix socket is written as postgres://user@%2Fvar%2Frun%2Fpostgresql/name'

  test.each([
    ['several hosts with ports', 'postgres://u:hunter2@h1:5432,h2:5433/d', oneHost],
    [
      'several hosts without ports',
      'postgres://u:hunter2@h1,h2/d?target_session_attrs=any',
      oneHost,
    ],
    ['a socket in the query', 'postgresql:///d?host=/var/run/postgresql', socket],
    ['a socket in the query, and a user', 'postgres://u:hunter2@/d?host=/run', socket],
    ['a # in the password', 'postgres://u:hunter2#w@h:5432/d', encoded],
    ['a # after digits, which would be the port', 'postgres://u:1#hunter2@h/d', encoded],
    ['a / in the password', 'postgres://u:hunter2/w@h/d', encoded],
    ['a ? in the password', 'postgres://u:hunter2?w@h/d', encoded],
  ])('%s is reported with the reason', (_what, text, why) => {
    expect(wrongIn({ DATABASE_URL: text })).toEqual([
      `DATABASE_URL must be ${settings.databaseUrl.expected} (${why}).`,
    ])
  })

  test.each([
    'postgres://u:p%23w@h/d',
    'postgres://u:p,w@h/d',
    'postgres://u@%2Fvar%2Frun%2Fpostgresql/d',
    'postgres://h/d?application_name=a@b,c',
  ])('%s is accepted', (text) => {
    expect(readEnv({ DATABASE_URL: text }).databaseUrl).toBe(text)
  })
})

describe('a wrong secret is not repeated in the message', () => {
  test.each([
    ['SECRET_KEY', 'hunter2'],
    ['DATABASE_URL', 'mysql://u:hunter2@h/d'],
    ['SMTP_URL', 'http://u:hunter2@h'],
  ])('%s is not repeated in the message when it is wrong', (name, text) => {
    expect(wrongIn({ [name]: text }).join()).not.toContain('hunter2')
  })
})

function wrongIn(source: Record<string, string>): readonly string[] {
  try {
    readEnv(source)
  } catch (error) {
    if (error instanceof BadSettings) return error.sentences
    throw error
  }
  return []
}

/**
 * Variables that are set along with ours on a typical machine, in a container, by npm and by other
 * programs.
 */
const OTHERS =
  'PATH HOME HOSTNAME HOSTTYPE PORTS PWD SHELL NODE_ENV LOGNAME LC_ALL XDG_DATA_DIRS no_proxy ' +
  'npm_config_loglevel DOCKSIDE_SERVICE_HOST DOCKSIDE_PORT_8080_TCP ' +
  'AWS_SECRET_KEY PGDATABASE TEST_DATABASE_URL DB_URL'

describe('a name similar to that of a setting', () => {
  test.each([
    ['DATABSE_URL', 'DATABASE_URL', 'another database would be used'],
    ['DATABASE_URI', 'DATABASE_URL', 'another database would be used'],
    ['DATABASE-URL', 'DATABASE_URL', 'another database would be used'],
    ['database_url', 'DATABASE_URL', 'another database would be used'],
    ['DATABASEURL', 'DATABASE_URL', 'another database would be used'],
    ['DOCKSIDE_DATABASE_URL', 'DATABASE_URL', 'another database would be used'],
    ['DATA_DRI', 'DATA_DIR', 'another database would be used'],
    ['DATADIR', 'DATA_DIR', 'another database would be used'],
    ['Secret_Key', 'SECRET_KEY', 'secrets would be sealed with another key'],
    ['REGISTRATON', 'REGISTRATION', 'others might register'],
  ])('a similar name with harmful effects stops the start: %s', (name, meant, harm) => {
    const source = { [name]: 'hunter2' }
    const sentence = `${name} is no setting, but ${meant} is, and without it ${harm}: rename it, or remove it, or set ${meant} as well.`
    expect(wrongIn(source)).toEqual([sentence])
    expect(misnamedSettings(source)).toEqual([])
  })

  test.each([
    ['DOCKSIDE_PORT', 'PORT'],
    ['host', 'HOST'],
    ['TLS_CERTT', 'TLS_CERT'],
    ['ERP_PULLS_AT_ONE', 'ERP_PULLS_AT_ONCE'],
    ['ERP_PULL_EVREY', 'ERP_PULL_EVERY'],
    ['LOGLEVEL', 'LOG_LEVEL'],
  ])('a similar name without harm is reported: %s', (name, meant) => {
    const source = { [name]: 'x' }
    expect(readEnv(source)).toEqual(readEnv({}))
    expect(misnamedSettings(source)).toEqual([
      `${name} is no setting and is not read. ${meant} may be meant.`,
    ])
  })

  test('a similar name is reported even if the setting is set, unless both have the same value', () => {
    const DATABASE_URL = 'postgres://u:p@h/d'
    const other = { DATABASE_URL, DATABSE_URL: 'postgres://u:p@h/e' }
    expect(readEnv(other).databaseUrl).toBe(DATABASE_URL)
    expect(misnamedSettings(other)).toHaveLength(1)
    expect(misnamedSettings({ DATABASE_URL, DATABSE_URL: DATABASE_URL })).toEqual([])
  })

  test.each(OTHERS.split(' '))('%s is not similar to a setting', (name) => {
    expect(misnamedSettings({ [name]: 'x' })).toEqual([])
    expect(wrongIn({ [name]: 'x' })).toEqual([])
  })

  test('an empty variable is not reported', () => {
    expect(wrongIn({ DATABSE_URL: ' ' })).toEqual([])
  })
})
