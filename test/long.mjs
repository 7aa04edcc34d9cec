/** `npm run test:long`: the randomised tests at full dose; `npm test` runs the same code at a smaller one. */
import { spawn } from 'node:child_process'

const FULL_DOSE = { KILLS: '200', HISTORIES: '10000', INPUTS: '1000', LIST_ROWS: '100000' }
const FILES = [
  'test/server/kill.test.ts',
  'test/server/db/changes.test.ts',
  'test/server/routes/forms.test.ts',
  'test/server/routes/refresh-cost.test.ts',
  'test/console/data/histories.test.ts',
  'test/console/list/sequences.test.ts',
]
const HOUR_MS = 3_600_000

const run = spawn(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project=server',
    '--project=server-postgres',
    '--project=console',
    `--testTimeout=${String(HOUR_MS)}`,
    ...FILES,
  ],
  { stdio: 'inherit', env: { ...process.env, ...FULL_DOSE } },
)
run.on('exit', (code) => process.exit(code ?? 1))
