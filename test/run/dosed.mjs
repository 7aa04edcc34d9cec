/** Test files at another dose than `npm test` gives them. */
import { spawn } from 'node:child_process'

const HOUR_MS = 3_600_000

/**
 * @param {readonly string[]} files
 * @param {Readonly<Record<string, string>>} dose what the tests read from the environment
 * @returns {Promise<number>} the exit status
 */
export function runDosed(files, dose) {
  const child = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project=contract',
      '--project=server',
      '--project=server-postgres',
      '--project=guessing',
      '--project=guessing-postgres',
      '--project=console',
      '--project=console-parts',
      '--project=console-pages',
      '--project=browser',
      '--maxWorkers=2',
      `--testTimeout=${String(HOUR_MS)}`,
      ...files,
    ],
    { stdio: 'inherit', env: { ...process.env, ...dose } },
  )
  return new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)))
}
