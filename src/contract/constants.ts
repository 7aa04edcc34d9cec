/** All numbers and names of the product; names of numbers carry the unit (specification.md section 9). */

/** The name of the product (decisions/product/console-and-server.md). */
export const PRODUCT_NAME = 'Dockside'

/** The name of the ERP in texts (decisions/product/console-and-server.md). */
export const ERP_NAME = 'NetSuite'

/** The name of the ERP in paths, such as `/netsuite/bins` (decisions/product/console-and-server.md). */
export const ERP_SLUG = 'netsuite'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

// Session
export const SESSION_LIFETIME_MS = 4 * HOUR_MS
/** How long the same token may repeat a refresh whose answer was lost (decisions/server/ending-sessions.md). */
export const TOKEN_REFRESH_REPEAT_MS = MINUTE_MS
/** A mobile user signs in once a shift. */
export const MOBILE_SESSION_LIFETIME_MS = 12 * HOUR_MS
export const SESSION_CHECK_EVERY_MS = MINUTE_MS
export const SESSION_WARNING_MS = 5 * MINUTE_MS
/** How long the password may wait in the browser for the second factor (decisions/console/session.md). */
export const TEMP_PASSWORD_LIFETIME_MS = 5 * MINUTE_MS
/** A page hidden for longer locks the session (specification.md section 9; installed app: decisions/console/session.md). */
export const HIDDEN_GRACE_TAB_MS = SECOND_MS
export const HIDDEN_GRACE_INSTALLED_MS = 5 * MINUTE_MS
/** How long hiding the page does not lock the session after an export, which may open a share sheet (decisions/console/session.md). */
export const EXPORT_EXCUSE_MS = MINUTE_MS

// Lengths
export const USERNAME_MIN_LENGTH = 3
export const USERNAME_MAX_LENGTH = 20
export const COMPANY_NAME_MIN_LENGTH = 2
export const COMPANY_NAME_MAX_LENGTH = 50
export const PHONE_MIN_DIGITS = 10
export const PHONE_MAX_DIGITS = 12
export const ADMIN_PASSWORD_MIN_LENGTH = 4
export const CHANGED_PASSWORD_MIN_LENGTH = 6
/** specification.md sets no limit. The sign-in form does: it takes 16 KB, and a character needs up to nine bytes. */
export const PASSWORD_MAX_LENGTH = 1_000
export const MOBILE_PASSWORD_MIN_LENGTH = 4
export const MOBILE_PASSWORD_MAX_LENGTH = 15
export const MOBILE_NAME_MIN_LENGTH = 2
export const MOBILE_NAME_MAX_LENGTH = 50
/** Longer than any mailbox (RFC 5321, 4.5.3.1.3) and short enough for an index. */
export const EMAIL_MAX_LENGTH = 254
/** specification.md sets no limit; the index does. */
export const USERID_MAX_LENGTH = 64
/** The limit for the id that a device makes for a record; a UUID has 36. */
export const CLIENT_ID_MAX_LENGTH = 100
export const TOTP_DIGITS = 6
export const TOTP_PERIOD_S = 30

// Second factor (decisions/server/recovery.md, decisions/server/step-up.md)
export const RECOVERY_CODES = 10
/** Without the hyphen: 50 bits. */
export const RECOVERY_CODE_LENGTH = 10
/** From here on the console asks for new codes. */
export const FEW_RECOVERY_CODES = 3
/** How long a proof of a factor counts for the calls that need one. */
export const STEP_UP_LIFETIME_MS = 5 * MINUTE_MS
/** How long the challenge of a passkey is good. */
export const PASSKEY_CHALLENGE_MS = 5 * MINUTE_MS
export const PASSKEY_NAME_MAX_LENGTH = 50
/** Of one account. */
export const MAX_PASSKEYS = 20
/** The `code` of the refusal when a proof is missing. */
export const STEP_UP_CODE = 'step-up'
/** The `code` of the refusal when the session has ended. */
export const NO_SESSION_CODE = 'no-session'
export const RESET_REASON_MIN_LENGTH = 10
export const RESET_REASON_MAX_LENGTH = 200

// Delays and notices
/** Also the time of the transition screen: both are the same two seconds (decisions/console/second-factor.md). */
export const REDIRECT_AFTER_MS = 2 * SECOND_MS
export const CREATE_DIALOG_CLOSE_AFTER_MS = SECOND_MS
export const NOTICE_MS = 3 * SECOND_MS
export const INBOUND_NOTICE_MS = 6 * SECOND_MS
/** For messages that appear once and report no failure. */
export const LONG_NOTICE_MS = 8 * SECOND_MS

// Sync
export const SYNC_STALE_MS = 5 * MINUTE_MS
export const SYNC_ATTEMPTS = 3
export const SYNC_RETRY_AFTER_MS = 2 * SECOND_MS
/** How often the sync centre polls while a sync is under way, and otherwise. */
export const SYNC_PROGRESS_EVERY_MS = SECOND_MS
export const SYNC_LOOK_EVERY_MS = 10 * SECOND_MS

// Drawer
export const DRAWER_WIDTH_PX = 280
export const DRAWER_MIN_WIDTH_PX = 200
export const DRAWER_MAX_WIDTH_PX = 500

/** How many days of records the dashboard charts show, today included. */
export const PICTURED_DAYS = 14

// Tables
export const PAGE_SIZES = [5, 10, 25, 50, 100] as const
export const DEFAULT_PAGE_SIZE = 10
/** How many rows 'First page' goes back at most (specification.md section 9, decisions/console/lists-and-export.md). */
export const FIRST_PAGE_JUMP_ROWS = 1_000
/** The default width of a column; narrower only where the columns would not fit otherwise (decisions/console/lists-and-export.md). */
export const COLUMN_MIN_WIDTH_PX = 230
export const COLUMN_LEAST_WIDTH_PX = 80
export const COLUMN_MAX_WIDTH_PX = 400
export const TABLE_MAX_HEIGHT = '70vh'
export const DIALOG_TABLE_MAX_HEIGHT = '60vh'
export const DOWNLOAD_FORMATS = ['CSV', 'JSON', 'Excel'] as const
export const DOWNLOAD_FILE_NAME = 'table_data'
/** Larger differences between quantities are logged as a console warning only. */
export const QUANTITY_TOLERANCE = 0.01

// Barcode scanners type like a keyboard, but faster and longer than a person
/** The pause between most keys of one scan. */
export const SCAN_KEY_GAP_MS = 35
/** The longest pause between two keys of one scan: Bluetooth stalls now and then. */
export const SCAN_LONGEST_GAP_MS = 80
/** A scan without an end key has ended, and a key that may belong to one is no longer held back. */
export const SCAN_SILENCE_MS = 120
export const SCAN_MIN_LENGTH = 4

// Queries: the defaults, and the 'shared client' of the collections (specification.md section 7, decisions/console/collections.md)
export const QUERY_FRESH_MS = 5 * MINUTE_MS
export const QUERY_KEPT_MS = 10 * MINUTE_MS
export const QUERY_RETRIES = 1
export const COLLECTION_FRESH_MS = MINUTE_MS
export const COLLECTION_KEPT_MS = 30 * MINUTE_MS
export const COLLECTION_REFRESH_EVERY_MS = 2 * MINUTE_MS
export const COLLECTION_RETRIES = 5
export const RETRY_FIRST_MS = SECOND_MS
export const RETRY_BACKOFF_MAX_MS = 30 * SECOND_MS
export const LIVE_FRESH_MS = 20 * SECOND_MS
export const LIVE_REFRESH_EVERY_MS = 30 * SECOND_MS
/** Requests under way at once (decisions/console/offline.md). */
export const REQUESTS_AT_ONCE = 4

// Device cache (decisions/console/offline.md)
export const SNAPSHOT_KEPT_MS = 7 * DAY_MS
/** The age from which rows on the screen are marked as old, by how often they change (decisions/console/offline.md). */
export const OLD_AFTER_MS = {
  /** Locations and items change with the building and the catalogue. */
  catalogue: 15 * MINUTE_MS,
  /** Stock, documents and records change with the work on the floor. */
  floor: 5 * MINUTE_MS,
  /** Accounts and their rights. */
  people: 2 * MINUTE_MS,
} as const

/**
 * The age by NetSuite's own time from which pulled rows are marked as old: half an hour of work on the floor, and a
 * day for what rarely changes (decisions/console/offline.md).
 */
export const OLD_ERP_AFTER_MS = {
  catalogue: DAY_MS,
  floor: 30 * MINUTE_MS,
} as const

// ERP runs (decisions/server/erp-pulls.md)
export const RUN_KEPT_MS = 30 * DAY_MS

/** 'What to read' leaves out orders and shipments by the days since their last change, up to ten years. */
export const CHANGED_WITHIN_MAX_DAYS = 3_650

/** A super admin is warned this many days before the certificate for NetSuite ends. */
export const CERTIFICATE_WARNING_DAYS = 30
export const PULLS_AT_ONCE = 2

/** The mobile user that belongs to the integration and is never listed (decisions/console/people-forms.md). */
export const RESERVED_MOBILE_USER = 'erp-integration'

/** The base path of the calls of specification.md section 7 on our server (decisions/product/console-and-server.md). */
export const API_PREFIX = '/api'
