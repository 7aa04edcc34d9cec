/**
 * The server's tests that open no database of the suite, or one of their own: they are the same on
 * whatever database the suite runs, so they run once, with the embedded one.
 */
export const ON_ANY_DATABASE: readonly string[] = [
  'test/server/abuse/burst.test.ts',
  'test/server/auth/passwords.test.ts',
  'test/server/auth/seal.test.ts',
  'test/server/auth/tokens.test.ts',
  'test/server/auth/totp.test.ts',
  'test/server/backup.test.ts',
  'test/server/data-folder.test.ts',
  'test/server/database-restart.test.ts',
  'test/server/db/database-url.test.ts',
  'test/server/db/engine-stream.test.ts',
  'test/server/db/folder-lock.test.ts',
  'test/server/db/own-folder.test.ts',
  'test/server/db/protocol.test.ts',
  'test/server/db/sparing-engine.test.ts',
  'test/server/db/synced-files.test.ts',
  'test/server/db/unavailable.test.ts',
  'test/server/db/upkeep.test.ts',
  'test/server/db/worker-engine.test.ts',
  'test/server/env.test.ts',
  'test/server/erp/address.test.ts',
  'test/server/erp/client.test.ts',
  'test/server/erp/connection-test.test.ts',
  'test/server/erp/oauth.test.ts',
  'test/server/erp/session-zone.test.ts',
  'test/server/erp/sources.test.ts',
  'test/server/full-disk.test.ts',
  'test/server/mail.test.ts',
  'test/server/restore.test.ts',
  'test/server/routes/erp-refusal.test.ts',
  'test/server/routes/faults.test.ts',
  'test/server/routes/refusal.test.ts',
  'test/server/saved-database.test.ts',
  'test/server/side-by-side.test.ts',
  'test/server/start/choose-database.test.ts',
  'test/server/tls.test.ts',
]

/**
 * What these ask is decided before the database is, and the same on both: in `npm test` the embedded
 * one answers for both, in `npm run test:long` they run on PostgreSQL, too.
 */
export const ON_POSTGRES_IN_LONG_RUN: readonly string[] = [
  'test/server/abuse/wire-tricks.test.ts',
  'test/server/app.test.ts',
  'test/server/auth/throttle.test.ts',
  'test/server/main.test.ts',
  'test/server/routes/console-files.test.ts',
  'test/server/routes/forms.test.ts',
  'test/server/routes/leaks.test.ts',
  'test/server/routes/origins.test.ts',
  'test/server/routes/roles.test.ts',
]

/** These are about several processes on one database, and connections to it, which the embedded one does not have. */
export const ON_POSTGRES_ALONE: readonly string[] = [
  'test/server/db/connections.test.ts',
  'test/server/db/life.test.ts',
  'test/server/db/shared-places.test.ts',
]

/** Watches a module, so it shares none with other files, which may have loaded it before. */
export const WATCHES_MODULES: readonly string[] = ['test/server/routes/guessing.test.ts']

/** A start of the embedded database costs more than what these show there beyond PostgreSQL. */
export const ON_EMBEDDED_IN_LONG_RUN: readonly string[] = ['test/server/killed-booking.test.ts']
