/**
 * `npm run test:long`, the long run: the slow tests, and the server tests on both databases, with more rounds and more
 * rows.
 */
import { runAllDosed } from './run/dosed.mjs'

const FULL_DOSE = {
  KILLS: '200',
  PULLS: '1000',
  HISTORIES: '10000',
  INPUTS: '1000',
  GUESSES: '1000',
  TIMINGS: '400',
  LIST_ROWS: '100000',
  INVENTORY_ROWS: '100000',
  STORAGE_FAULTS: '20',
  POLLED_HOURS: '24',
  LOGOUTS: '200',
  SEQUENCES: '1000',
  VIEWS: '5000',
  CARRIED: '1000',
  LOADS: '50',
  EXPORT_ROWS: '100000',
  THOROUGH: 'yes',
  POSTS: '500',
  RESTARTS: '10',
  RECORDS: '1000',
  WEEK_RECORDS: '600',
  RULE_STEPS: '200',
  ELEMENT_STRINGS: '10000',
  RETRIED: '500',
  RETRY_KILLS: '20',
}
const FILES = [
  'test/server/service/kill.test.ts',
  'test/server/service/killed-retry.test.ts',
  'test/server/service/database-restart.test.ts',
  'test/server/erp/pull/random-faults.test.ts',
  'test/server/erp/pull/random-rules.test.ts',
  'test/server/floor.test.ts',
  'test/server/erp/booking/random-records.test.ts',
  'test/server/erp/booking/long-outage.test.ts',
  'test/contract/causes/changed-values.test.ts',
  'test/contract/scan/random-strings.test.ts',
  'test/server/db/mirror/case-histories.test.ts',
  'test/server/db/mirror/changes.test.ts',
  'test/server/http/forms.test.ts',
  'test/server/routes/forged-records.test.ts',
  'test/server/http/rate-limit.test.ts',
  'test/server/http/refresh-cost.test.ts',
  'test/console/data/api/merge.node.test.ts',
  'test/console/data/collections/histories.test.ts',
  'test/console/data/collections/part-histories.test.ts',
  'test/console/data/device/broken-storage.test.ts',
  'test/console/data/collections/polling.test.ts',
  'test/console/data/api/heap.apart.test.tsx',
  'test/console/data/engine/next-index.node.test.ts',
  'test/console/rows/loose/fields.node.test.ts',
  'test/console/rows/carried-rows.node.test.ts',
  'test/console/list/carried-tables.node.test.ts',
  'test/console/table/sequences.node.test.ts',
  'test/console/views/view-state.node.test.ts',
  'test/browser/logout.test.ts',
  'test/browser/bench.test.ts',
  // Check all four window sizes in depth.
  'test/browser/screens.test.ts',
  'test/browser/dialogs/every-dialog.test.ts',
  'test/browser/dialogs/notices.test.ts',
  'test/browser/dialogs/scan-over-dialogs.test.ts',
  'test/browser/drags.test.ts',
  'test/browser/network/other-backend.test.ts',
  'test/browser/lists/missing-view.test.ts',
  'test/browser/lists/sideways.test.ts',
  'test/browser/still-pages.test.ts',
  'test/browser/deployments.test.ts',
  'test/browser/find-by-camera.test.ts',
  'test/browser/random-events.test.ts',
  'test/browser/network/kept-rows.test.ts',
]
/** These measure time, so nothing else may run in parallel. */
const ALONE = [
  'test/server/http/timing.test.ts',
  'test/browser/network/weak-link.test.ts',
  'test/browser/lists/large-export.test.ts',
  'test/browser/lists/long-lists.test.ts',
]
/** The start without network, with nothing else running and with a demo of its own size. */
const COLD_START = 'test/browser/network/cold-start.test.ts'
const COLD_DOSE = { COLD_STARTS: '9', DEMO_ROWS: '100000', THOROUGH: 'yes' }

await runAllDosed([
  { files: FILES, dose: FULL_DOSE },
  // In the short run some of these run on one database only.
  { files: ['test/server/'], dose: { THOROUGH: 'yes' } },
  { files: [...ALONE, '--no-file-parallelism'], dose: FULL_DOSE },
  { files: [COLD_START], dose: COLD_DOSE },
])
