import { describe, expect, test } from 'vitest'
import * as constants from '#contract/constants.ts'

type Name = keyof typeof constants

const values: Readonly<Record<Name, unknown>> = { ...constants }

/** Copied by hand from specification.md section 9 and the settings of section 7. */
const rows: readonly (readonly [what: string, name: Name, value: unknown])[] = [
  // Section 9, line by line
  ['a session lives 4 hours', 'SESSION_LIFETIME_MS', 14_400_000],
  ['expiry is checked every minute', 'SESSION_CHECK_EVERY_MS', 60_000],
  ['the warning comes at 5 minutes or less', 'SESSION_WARNING_MS', 300_000],
  ['a hidden tab may wait 1 second', 'HIDDEN_GRACE_TAB_MS', 1_000],
  ['a username has at least 3 characters', 'USERNAME_MIN_LENGTH', 3],
  ['a username has at most 20 characters', 'USERNAME_MAX_LENGTH', 20],
  ['a company name has at least 2 characters', 'COMPANY_NAME_MIN_LENGTH', 2],
  ['a company name has at most 50 characters', 'COMPANY_NAME_MAX_LENGTH', 50],
  ['a phone number has at least 10 digits', 'PHONE_MIN_DIGITS', 10],
  ['a phone number has at most 12 digits', 'PHONE_MAX_DIGITS', 12],
  ['an admin password has at least 4 characters', 'ADMIN_PASSWORD_MIN_LENGTH', 4],
  ['a changed password has at least 6 characters', 'CHANGED_PASSWORD_MIN_LENGTH', 6],
  ['a password has at most 1,000 characters', 'PASSWORD_MAX_LENGTH', 1_000],
  ['a mobile password has at least 4 characters', 'MOBILE_PASSWORD_MIN_LENGTH', 4],
  ['a mobile password has at most 15 characters', 'MOBILE_PASSWORD_MAX_LENGTH', 15],
  ['the name of a mobile user has at least 2 characters', 'MOBILE_NAME_MIN_LENGTH', 2],
  ['the name of a mobile user has at most 50 characters', 'MOBILE_NAME_MAX_LENGTH', 50],
  ['a code has 6 digits', 'TOTP_DIGITS', 6],
  ['an email has at most 254 characters', 'EMAIL_MAX_LENGTH', 254],
  ['an id that a device makes has at most 100 characters', 'CLIENT_ID_MAX_LENGTH', 100],
  ['a session of a mobile user lives a shift', 'MOBILE_SESSION_LIFETIME_MS', 43_200_000],
  ['a user id has at most 64 characters', 'USERID_MAX_LENGTH', 64],
  ['a refresh may be asked again for a minute', 'TOKEN_REFRESH_REPEAT_MS', 60_000],
  ['redirects, closings and the transition screen wait 2 seconds', 'REDIRECT_AFTER_MS', 2_000],
  ['create dialogs close after 1 second', 'CREATE_DIALOG_CLOSE_AFTER_MS', 1_000],
  ['notices stay 3 seconds', 'NOTICE_MS', 3_000],
  ['inbound refresh notices stay 6 seconds', 'INBOUND_NOTICE_MS', 6_000],
  ['a sync flag is stale after 5 minutes', 'SYNC_STALE_MS', 300_000],
  ['a sync is tried 3 times', 'SYNC_ATTEMPTS', 3],
  ['sync attempts are 2 seconds apart', 'SYNC_RETRY_AFTER_MS', 2_000],
  ['the drawer is 280 wide', 'DRAWER_WIDTH_PX', 280],
  ['the drawer is at least 200 wide', 'DRAWER_MIN_WIDTH_PX', 200],
  ['the drawer is at most 500 wide', 'DRAWER_MAX_WIDTH_PX', 500],
  ['a page has 5, 10, 25, 50 or 100 rows', 'PAGE_SIZES', [5, 10, 25, 50, 100]],
  ['a page has 10 rows at first', 'DEFAULT_PAGE_SIZE', 10],
  ["'first page' goes back about 1000 rows", 'FIRST_PAGE_JUMP_ROWS', 1_000],
  ['downloads come as CSV, JSON and Excel', 'DOWNLOAD_FORMATS', ['CSV', 'JSON', 'Excel']],
  ["a download is called 'table_data'", 'DOWNLOAD_FILE_NAME', 'table_data'],
  ['a quantity mismatch up to 0.01 is tolerated', 'QUANTITY_TOLERANCE', 0.01],
  ['a column is at least 230 wide', 'COLUMN_MIN_WIDTH_PX', 230],
  ['where columns do not fit, one is at least 80 wide', 'COLUMN_LEAST_WIDTH_PX', 80],
  ['a column is at most 400 wide', 'COLUMN_MAX_WIDTH_PX', 400],
  // Section 2: the shared data table
  ['a table is at most 70vh high', 'TABLE_MAX_HEIGHT', '70vh'],
  ['a table in a dialog is at most 60vh high', 'DIALOG_TABLE_MAX_HEIGHT', '60vh'],
  // Section 7: caching
  ['a query is fresh for 5 minutes', 'QUERY_FRESH_MS', 300_000],
  ['a query is kept 10 minutes', 'QUERY_KEPT_MS', 600_000],
  ['a query is retried once', 'QUERY_RETRIES', 1],
  ['a collection is fresh for 1 minute', 'COLLECTION_FRESH_MS', 60_000],
  ['a collection is kept 30 minutes', 'COLLECTION_KEPT_MS', 1_800_000],
  ['a collection is refreshed every 2 minutes', 'COLLECTION_REFRESH_EVERY_MS', 120_000],
  ['a collection is retried 5 times', 'COLLECTION_RETRIES', 5],
  ['the first retry waits 1 second', 'RETRY_FIRST_MS', 1_000],
  ['no retry waits longer than 30 seconds', 'RETRY_BACKOFF_MAX_MS', 30_000],
  ['the lists of people are fresh for 20 seconds', 'LIVE_FRESH_MS', 20_000],
  ['the lists of people are refetched every 30 seconds', 'LIVE_REFRESH_EVERY_MS', 30_000],
  // decisions
  ['the dashboard pictures 14 days', 'PICTURED_DAYS', 14],
  ['the product is called Dockside', 'PRODUCT_NAME', 'Dockside'],
  ['the ERP reads NetSuite in texts', 'ERP_NAME', 'NetSuite'],
  ['the ERP reads netsuite in paths', 'ERP_SLUG', 'netsuite'],
  ['our server answers under /api', 'API_PREFIX', '/api'],
  ['the installed app may be hidden 5 minutes', 'HIDDEN_GRACE_INSTALLED_MS', 300_000],
  ['an export excuses hiding for a minute', 'EXPORT_EXCUSE_MS', 60_000],
  ['the password waits 5 minutes for the code', 'TEMP_PASSWORD_LIFETIME_MS', 300_000],
  ['the integration user is erp-integration', 'RESERVED_MOBILE_USER', 'erp-integration'],
  ['at most four requests are under way', 'REQUESTS_AT_ONCE', 4],
  ['rows stay on the device 7 days', 'SNAPSHOT_KEPT_MS', 604_800_000],
  ['runs are kept 30 days', 'RUN_KEPT_MS', 2_592_000_000],
  ['two pulls run at once', 'PULLS_AT_ONCE', 2],
  ['progress of a sync is asked for every second', 'SYNC_PROGRESS_EVERY_MS', 1_000],
  ['and every 10 seconds where none is under way', 'SYNC_LOOK_EVERY_MS', 10_000],
  // Our own choice
  ['an account has ten recovery codes', 'RECOVERY_CODES', 10],
  ['a recovery code has 10 characters', 'RECOVERY_CODE_LENGTH', 10],
  ['new codes are asked for from three on', 'FEW_RECOVERY_CODES', 3],
  ['a proof of a factor counts for five minutes', 'STEP_UP_LIFETIME_MS', 300_000],
  ['a refusal without a proof has a code', 'STEP_UP_CODE', 'step-up'],
  ['a refusal without a session has a code', 'NO_SESSION_CODE', 'no-session'],
  ['the challenge of a passkey is good for five minutes', 'PASSKEY_CHALLENGE_MS', 300_000],
  ['the name of a passkey has up to 50 characters', 'PASSKEY_NAME_MAX_LENGTH', 50],
  ['an account has up to 20 passkeys', 'MAX_PASSKEYS', 20],
  ['the reason of a reset has 10 characters or more', 'RESET_REASON_MIN_LENGTH', 10],
  ['and up to 200', 'RESET_REASON_MAX_LENGTH', 200],
  ['a certificate that ends within 30 days is announced', 'CERTIFICATE_WARNING_DAYS', 30],
  ['orders may be left out by up to ten years', 'CHANGED_WITHIN_MAX_DAYS', 3_650],
  ['a notice of two sentences stays 8 seconds', 'LONG_NOTICE_MS', 8_000],
  ['a code changes every 30 seconds (RFC 6238)', 'TOTP_PERIOD_S', 30],
  ['most keys of a scan are at most 35 ms apart', 'SCAN_KEY_GAP_MS', 35],
  ['and none are more than 80 ms apart', 'SCAN_LONGEST_GAP_MS', 80],
  ['a scan without an end key ends after 120 ms', 'SCAN_SILENCE_MS', 120],
  ['a scan has at least 4 characters', 'SCAN_MIN_LENGTH', 4],
  [
    'rows are marked as old after 15, 5 and 2 minutes',
    'OLD_AFTER_MS',
    { catalogue: 900_000, floor: 300_000, people: 120_000 },
  ],
  [
    "by NetSuite's time rows are marked as old after a day and half an hour",
    'OLD_ERP_AFTER_MS',
    { catalogue: 86_400_000, floor: 1_800_000 },
  ],
]

describe('the numbers and names of the product', () => {
  test.each(rows)('%s', (_what, name, value) => {
    expect(values[name]).toEqual(value)
  })

  test('each constant is in the table once', () => {
    expect(rows.map(([, name]) => name).sort()).toEqual(Object.keys(values).sort())
  })
})
