/** `npm run test:abuse`: attack and misuse tests, with more rounds. */
import { runAllDosed } from './run/dosed.mjs'

const DOSE = { INPUTS: '1000', GUESSES: '1000', BURST: '10000', THOROUGH: 'yes' }
const FILES = [
  // Every route with every role, and fields of an account that must not change.
  'test/server/http/roles.test.ts',
  'test/server/routes/admins.test.ts',
  'test/server/http/cors.test.ts',
  // Malformed bodies, headers and addresses.
  'test/server/abuse/wire-tricks.test.ts',
  'test/server/http/serve.test.ts',
  'test/server/http/forms.test.ts',
  'test/server/routes/forged-records.test.ts',
  'test/server/http/rate-limit.test.ts',
  'test/server/http/leaks.test.ts',
  'test/server/erp/transport/address.test.ts',
  'test/server/erp/transport/hostile-addresses.test.ts',
  // Hostile answers, rows and cells.
  'test/console/data/api/malformed.test.ts',
  'test/console/screens/records/hostile-rows.page.test.tsx',
  'test/console/export/files.node.test.ts',
]
/** Measures time and memory, so nothing else may run in parallel. */
const BURST = 'test/server/abuse/burst.test.ts'
const RANDOM_EVENTS = 'test/browser/random-events.test.ts'
const SEEDS = ['1', '2', '3', '4', '5']

await runAllDosed([
  { files: FILES, dose: DOSE },
  { files: [BURST], dose: DOSE },
  ...SEEDS.map((SEED) => ({
    files: [RANDOM_EVENTS],
    dose: { SEED, EVENTS: '10000', THOROUGH: 'yes' },
  })),
])
