/**
 * The server tests that do not depend on the kind of database, because they open none of the suite or their
 * own. They run once, with the embedded database.
 */
export const ON_ANY_DATABASE: readonly string[] = [
  'test/server/abuse/burst.test.ts',
  'test/server/auth/passwords.test.ts',
  'test/server/auth/seal.test.ts',
  'test/server/auth/tokens.test.ts',
  'test/server/auth/totp.test.ts',
  'test/server/db/database-url.test.ts',
  'test/server/db/embedded/disk-guard.test.ts',
  'test/server/db/embedded/engine-stream.test.ts',
  'test/server/db/embedded/folder-lock.test.ts',
  'test/server/db/embedded/folder-origin.test.ts',
  'test/server/db/embedded/synced-files.test.ts',
  'test/server/db/embedded/vacuum.test.ts',
  'test/server/db/embedded/wire-protocol.test.ts',
  'test/server/db/embedded/worker-engine.test.ts',
  'test/server/db/unavailable.test.ts',
  'test/server/env.test.ts',
  'test/server/erp/booking/shown-transfers.test.ts',
  'test/server/erp/connection-test.test.ts',
  'test/server/erp/pull/session-zone.test.ts',
  'test/server/erp/pull/shrinking-guard.test.ts',
  'test/server/erp/pull/sources.test.ts',
  'test/server/erp/transport/address.test.ts',
  'test/server/erp/transport/client.test.ts',
  'test/server/erp/transport/fault.test.ts',
  'test/server/erp/transport/oauth.test.ts',
  'test/server/erp/transport/semaphore.test.ts',
  'test/server/http/erp-http-error.test.ts',
  'test/server/http/error-handler.test.ts',
  'test/server/http/http-error.test.ts',
  'test/server/http/lists/answer-cache.test.ts',
  'test/server/mail.test.ts',
  'test/server/service/backup.test.ts',
  'test/server/service/data-folder.test.ts',
  'test/server/service/database-restart.test.ts',
  'test/server/service/full-disk.test.ts',
  'test/server/service/killed-retry.test.ts',
  'test/server/service/release.test.ts',
  'test/server/service/restore.test.ts',
  'test/server/service/saved-database.test.ts',
  'test/server/service/second-factor/accounts.test.ts',
  'test/server/service/second-factor/command.test.ts',
  'test/server/service/second-factor/saved-database.test.ts',
  'test/server/service/side-by-side.test.ts',
  'test/server/service/signals.test.ts',
  'test/server/start/choose-database.test.ts',
  'test/server/start/renew-tls.test.ts',
  'test/server/tls.test.ts',
]

/**
 * What these tests check is decided before the database is reached, or asks it nothing that differs between the two
 * kinds. In `npm test` they run on the embedded one, in `npm run test:long` on PostgreSQL too.
 */
export const ON_POSTGRES_IN_LONG_RUN: readonly string[] = [
  'test/server/abuse/wire-tricks.test.ts',
  'test/server/app.test.ts',
  'test/server/auth/throttle.test.ts',
  'test/server/demo/tried-again.test.ts',
  'test/server/erp/bin-stock-doubts.test.ts',
  'test/server/erp/booking/broken.test.ts',
  'test/server/erp/booking/home-at-arrival.test.ts',
  'test/server/erp/booking/single-attempt.test.ts',
  'test/server/erp/booking/units-reread.test.ts',
  'test/server/erp/booking/ambiguous-records.test.ts',
  'test/server/erp/booking/transfer-details.test.ts',
  'test/server/erp/booking/numbered.test.ts',
  'test/server/erp/booking/random-records.test.ts',
  'test/server/erp/booking/refused-but-saved.test.ts',
  'test/server/erp/booking/sent-before.test.ts',
  'test/server/erp/booking/sent-fields.test.ts',
  'test/server/erp/booking/items-without-bins.test.ts',
  'test/server/erp/booking/long-outage.test.ts',
  'test/server/erp/outdated-lists.test.ts',
  'test/server/erp/pull/between-pages.test.ts',
  'test/server/erp/pull/changes.test.ts',
  'test/server/erp/pull/narrowed.test.ts',
  'test/server/erp/pull/random-faults.test.ts',
  'test/server/erp/pull/random-rules.test.ts',
  'test/server/erp/pull/renamed.test.ts',
  'test/server/erp/read-again.test.ts',
  'test/server/erp/transport/hostile-addresses.test.ts',
  'test/server/erp/transport/oauth2.test.ts',
  'test/server/http/console-files.test.ts',
  'test/server/http/cors.test.ts',
  'test/server/http/forms.test.ts',
  'test/server/http/late-bodies.test.ts',
  'test/server/http/leaks.test.ts',
  'test/server/http/refresh-cost.test.ts',
  'test/server/http/roles.test.ts',
  'test/server/routes/admins.test.ts',
  'test/server/routes/collection-counts.test.ts',
  'test/server/routes/erp-setup/erp-settings.test.ts',
  'test/server/routes/erp-setup/erp-sign-in.test.ts',
  'test/server/routes/erp-setup/read-rules.test.ts',
  'test/server/routes/forged-records.test.ts',
  'test/server/routes/mobile-app.test.ts',
  'test/server/routes/mobile-users.test.ts',
  'test/server/routes/password-reset.test.ts',
  'test/server/routes/preferences.test.ts',
  'test/server/routes/registration.test.ts',
  'test/server/routes/second-factor/passkeys.test.ts',
  'test/server/routes/second-factor/recovery.test.ts',
  'test/server/routes/second-factor/reset.test.ts',
  'test/server/routes/second-factor/step-up.test.ts',
  'test/server/routes/sign-in.test.ts',
  'test/server/routes/two-factor.test.ts',
  'test/server/routes/views.test.ts',
  'test/server/service/kill.test.ts',
  'test/server/start/command-box.test.ts',
]

/**
 * These tests concern several processes on one database and connections to it, which the embedded one does
 * not have.
 */
export const ON_POSTGRES_ALONE: readonly string[] = [
  'test/server/db/cluster/distributed-semaphore.test.ts',
  'test/server/db/cluster/process-liveness.test.ts',
  'test/server/db/connections.test.ts',
  'test/server/db/settings-of-the-server.test.ts',
  'test/server/db/silent-connections.test.ts',
  'test/server/http/lists/two-processes.test.ts',
]

/** Watches a module, so it cannot share modules with other files, which may have loaded them before. */
export const WATCHES_MODULES: readonly string[] = ['test/server/http/rate-limit.test.ts']

/**
 * These tests start the server many times, which costs more with the embedded database, or concern what several
 * connections do at a time, which it does not have. In `npm test` they run on PostgreSQL, in `npm run test:long` on the
 * embedded one too.
 */
export const ON_EMBEDDED_IN_LONG_RUN: readonly string[] = [
  'test/server/db/migrate.test.ts',
  'test/server/db/migration-fills.test.ts',
  'test/server/erp/bin-stock-random.test.ts',
  'test/server/erp/bin-stock.test.ts',
  'test/server/erp/booking/lease.test.ts',
  'test/server/erp/booking/waiting.test.ts',
  'test/server/erp/bookings.test.ts',
  'test/server/erp/clock-skew.test.ts',
  'test/server/erp/pull/clocks.test.ts',
  'test/server/erp/pull/processes.test.ts',
  'test/server/erp/pull/pull.test.ts',
  'test/server/http/acting.test.ts',
  'test/server/main.test.ts',
  'test/server/routes/exceptions/cases.test.ts',
  'test/server/routes/exceptions/many-cases.test.ts',
  'test/server/routes/exceptions/resolved-by-hand.test.ts',
  'test/server/routes/exceptions/retries.test.ts',
  'test/server/routes/list-answers.test.ts',
  'test/server/routes/list-parts.test.ts',
  'test/server/routes/sync-runs.test.ts',
  'test/server/service/killed-booking.test.ts',
]

/** These start the server and its embedded database again and again. `npm run test:long` runs them. */
export const RESTARTS_IN_LONG_RUN: readonly string[] = [
  'test/server/service/backup.test.ts',
  'test/server/service/data-folder.test.ts',
  'test/server/service/full-disk.test.ts',
  'test/server/service/killed-retry.test.ts',
  'test/server/service/saved-database.test.ts',
  'test/server/service/second-factor/accounts.test.ts',
  'test/server/service/second-factor/saved-database.test.ts',
  'test/server/service/side-by-side.test.ts',
]
