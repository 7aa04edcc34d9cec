/** The settings that the environment holds: one table, repeated in operations.md. */
import {
  API_PREFIX,
  HIDDEN_GRACE_INSTALLED_MS,
  HIDDEN_GRACE_TAB_MS,
  PRODUCT_NAME,
  PULLS_AT_ONCE,
  RESERVED_MOBILE_USER,
} from '#contract/constants.ts'
import { withoutEndSlash } from '#contract/config.ts'
import { databaseAddress, whyNoDatabase } from '#server/env/database-address.ts'
import {
  address,
  anyText,
  daysFrom,
  grace,
  hostName,
  hostNameOrOrigin,
  interval,
  listOf,
  mailAddress,
  oneOf,
  origin,
  proxies,
  wholeNumber,
} from '#server/env/values.ts'

/** One setting (decisions/server/operation.md). */
export interface Setting<T> {
  /** The environment variable. */
  readonly name: string
  readonly purpose: string
  /** Completes the sentence '{name} must be …'. */
  readonly expected: string
  /**
   * The default if the variable is unset or empty, in the notation of the variable; null if there is none.
   */
  readonly fallback: string | null
  /** The value is never printed. */
  readonly secret?: true
  /**
   * The irreversible effect of a start without this setting. If a variable is set under a similar name, it
   * stops the start.
   */
  readonly without?: string
  /** undefined if the text is not as expected. */
  readonly parse: (text: string) => T | undefined
  /** Why a text is not as expected, if it is in a notation that other programs read. */
  readonly whyNot?: (text: string) => string | undefined
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** The database refuses to delete younger entries (migration 0003). */
const AUDIT_KEPT_AT_LEAST_DAYS = 30

const GRACE = "a whole number of milliseconds, at most a day (86400000), or 'off'"
const WITH_OAUTH2 = 'set together with the other two ERP_OAUTH2 settings'
const FILE = 'the path of a PEM file that can be read'

export const settings = {
  port: setting({
    name: 'PORT',
    purpose: 'Port to listen on',
    expected: 'a free port from 1 to 65535, or 0 for any',
    fallback: '8080',
    parse: wholeNumber(0, 65_535),
  }),
  host: setting({
    name: 'HOST',
    purpose: 'Address to listen on; 0.0.0.0 is every one of the machine',
    expected: 'an IP address or a host name of this machine',
    fallback: '127.0.0.1',
    parse: hostName,
  }),
  dataDir: setting({
    name: 'DATA_DIR',
    purpose: 'Folder of the embedded database, the generated key and undelivered mail',
    expected: 'a folder that can be written and that no other server uses',
    fallback: '.data',
    without: 'another database would be used',
    parse: anyText,
  }),
  databaseUrl: optional({
    name: 'DATABASE_URL',
    purpose: 'Postgres server to use instead of the embedded database',
    expected: 'the address of a reachable Postgres database, postgres://user:password@host/name',
    secret: true,
    without: 'another database would be used',
    parse: databaseAddress,
    whyNot: whyNoDatabase,
  }),
  secretKey: optional({
    name: 'SECRET_KEY',
    purpose: 'Key for secrets at rest; unset: generated into the data folder',
    expected: 'a secret text of at least 32 characters, the same for all processes',
    secret: true,
    without: 'secrets would be sealed with another key',
    parse: (text) => (text.length >= 32 ? text : undefined),
  }),
  registration: setting({
    name: 'REGISTRATION',
    purpose: 'Who may register: until there is a super admin, anybody, nobody',
    expected: "'first', 'open' or 'closed'",
    fallback: 'first',
    without: 'others might register',
    parse: oneOf(['first', 'open', 'closed']),
  }),
  smtpUrl: optional({
    name: 'SMTP_URL',
    purpose:
      'Mail server for password resets; unset: mail is written to outbox/ in the data folder',
    expected: 'the address of a mail server, smtp://user:password@host:port or smtps://…',
    secret: true,
    parse: address('smtp:', 'smtps:'),
  }),
  mailFrom: setting({
    name: 'MAIL_FROM',
    purpose: 'Sender of mail',
    expected: 'a mail address, with or without a name before it',
    fallback: `${PRODUCT_NAME} <no-reply@localhost>`,
    parse: mailAddress,
  }),
  publicUrl: optional({
    name: 'PUBLIC_URL',
    purpose: 'Address under which people reach the console; used in links',
    expected: 'an http or https address without a path',
    parse: origin,
  }),
  erpAllowedHosts: setting({
    name: 'ERP_ALLOWED_HOSTS',
    purpose: 'ERP hosts besides those of netsuite.com',
    expected: 'host names or origins, separated by commas',
    fallback: '',
    parse: listOf(hostNameOrOrigin),
  }),
  erpPullEveryMs: setting({
    name: 'ERP_PULL_EVERY',
    purpose: 'How often everything is pulled from the ERP without being asked',
    expected: "a time of a minute to a week such as 15m or 2h, or 'off'",
    fallback: 'off',
    parse: interval,
  }),
  erpPullsAtOnce: setting({
    name: 'ERP_PULLS_AT_ONCE',
    purpose: 'How many requests go to the ERP at the same time, from all processes together',
    expected: 'a whole number from 1 to 4',
    fallback: String(PULLS_AT_ONCE),
    parse: wholeNumber(1, 4),
  }),
  erpMapping: optional({
    name: 'ERP_MAPPING',
    purpose: 'Tables and columns of the ERP that are named differently in your account',
    expected: 'the path of a JSON file such as {"bins": {"columns": {"room": "custrecord_hall"}}}',
    parse: anyText,
  }),
  erpOauth2ClientId: optional({
    name: 'ERP_OAUTH2_CLIENT_ID',
    purpose: 'Client of an OAuth 2.0 integration, used instead of the token of ERP Setup',
    expected: `the client id of the integration, ${WITH_OAUTH2}`,
    parse: anyText,
  }),
  erpOauth2CertificateId: optional({
    name: 'ERP_OAUTH2_CERTIFICATE_ID',
    purpose: 'Id that the ERP has given the certificate of that integration',
    expected: `the id of the certificate, ${WITH_OAUTH2}`,
    parse: anyText,
  }),
  erpOauth2Key: optional({
    name: 'ERP_OAUTH2_KEY',
    purpose: 'Private key of that certificate',
    expected: `the path of a PEM file with an RSA or P-256 key, ${WITH_OAUTH2}`,
    parse: anyText,
  }),
  erpAdjustmentAccount: optional({
    name: 'ERP_ADJUSTMENT_ACCOUNT',
    purpose:
      'Ledger account that inventory adjustments are booked to; unset: the default of the ERP',
    expected: 'the internal id of an account in the ERP',
    parse: (text) => (/^\d{1,15}$/.test(text) ? text : undefined),
  }),
  apiBase: setting({
    name: 'API_BASE',
    purpose: 'Where the console makes its calls',
    expected: 'a path that begins with /, or an http or https address',
    fallback: API_PREFIX,
    parse: (text) => {
      const base = /^\/(?!\/)\S*$/.test(text) ? text : address('http:', 'https:')(text)
      return base && (withoutEndSlash(base) || '/')
    },
  }),
  corsOrigins: setting({
    name: 'CORS_ORIGINS',
    purpose: 'Origins of consoles hosted elsewhere',
    expected: 'origins such as https://console.example.com, separated by commas',
    fallback: '',
    parse: listOf(origin),
  }),
  hiddenGraceTabMs: setting({
    name: 'HIDDEN_GRACE_TAB_MS',
    purpose: 'How long a browser tab may be hidden before it locks',
    expected: GRACE,
    fallback: String(HIDDEN_GRACE_TAB_MS),
    parse: grace,
  }),
  hiddenGraceInstalledMs: setting({
    name: 'HIDDEN_GRACE_INSTALLED_MS',
    purpose: 'The same for the installed app',
    expected: GRACE,
    fallback: String(HIDDEN_GRACE_INSTALLED_MS),
    parse: grace,
  }),
  passwordMinLength: setting({
    name: 'PASSWORD_MIN_LENGTH',
    purpose: 'Raises the minimum length of every password',
    expected: 'a whole number from 0 to 64',
    fallback: '0',
    parse: wholeNumber(0, 64),
  }),
  passkeySignIn: setting({
    name: 'PASSKEY_SIGN_IN',
    purpose: 'Whether a passkey signs in alone, after the password, or not at all',
    expected: "'alone', 'second-factor' or 'off'",
    fallback: 'alone',
    parse: oneOf(['alone', 'second-factor', 'off']),
  }),
  reservedMobileUser: setting({
    name: 'RESERVED_MOBILE_USER',
    purpose: 'Mobile user of the integration, never listed',
    expected: 'a user id without spaces',
    fallback: RESERVED_MOBILE_USER,
    parse: (text) => (/\s/.test(text) ? undefined : text),
  }),
  auditKeepDays: setting({
    name: 'AUDIT_KEEP_DAYS',
    purpose: 'How many days the audit trail is kept',
    expected: `a whole number of days from ${String(AUDIT_KEPT_AT_LEAST_DAYS)} to 36500, or 'off' for ever`,
    fallback: '730',
    parse: daysFrom(AUDIT_KEPT_AT_LEAST_DAYS),
  }),
  listCacheMb: setting({
    name: 'LIST_CACHE_MB',
    purpose:
      'Memory for lists that are ready to be sent, compressed; 0: every answer is made again',
    expected: 'a whole number of megabytes from 0 to 4096',
    fallback: '64',
    parse: wholeNumber(0, 4096),
  }),
  tlsCert: optional({
    name: 'TLS_CERT',
    purpose: 'Certificate (with chain) for https; needs TLS_KEY',
    expected: `${FILE}, set together with TLS_KEY`,
    parse: anyText,
  }),
  tlsKey: optional({
    name: 'TLS_KEY',
    purpose: 'Private key for https; needs TLS_CERT',
    expected: `${FILE}, set together with TLS_CERT`,
    parse: anyText,
  }),
  trustProxy: setting({
    name: 'TRUST_PROXY',
    purpose:
      'Proxies whose X-Forwarded headers count; safe if the port is reached through them only',
    expected:
      "'false', 'true' for exactly one, their number up to 16, or their addresses separated by commas",
    fallback: 'false',
    parse: proxies,
  }),
  logLevel: setting({
    name: 'LOG_LEVEL',
    purpose: 'What is logged at least',
    expected: LOG_LEVELS.join(', '),
    fallback: 'info',
    parse: oneOf(LOG_LEVELS),
  }),
} as const

function setting<T>(one: Setting<T>): Setting<T> {
  return one
}

/** A setting without a default: null if it is unset. */
function optional<T>(one: Omit<Setting<T>, 'fallback'>): Setting<T | null> {
  return { ...one, fallback: null }
}
