/** Runs test files at another dose than `npm test` does: more rounds, more rows, more inputs. */
import { spawn } from 'node:child_process'
import { ensureBuilt } from '../../src/run/build.mjs'
import { ensureInstalled } from '../../src/run/ensure.mjs'
import { run } from '../../src/run/program.mjs'
import { WORKERS } from './limits.mjs'

const HOUR_MS = 3_600_000

/**
 * Installs and builds what is missing, does one run after the other, and exits with the worst of their statuses.
 * @param {readonly { files: readonly string[], dose: Readonly<Record<string, string>> }[]} runs
 */
export function runAllDosed(runs) {
  return run(async () => {
    await ensureInstalled()
    await ensureBuilt()
    const codes = []
    for (const { files, dose } of runs) codes.push(await runDosed(files, dose))
    process.exitCode = Math.max(...codes)
  })
}

/**
 * @param {readonly string[]} files
 * @param {Readonly<Record<string, string>>} dose environment variables that the tests read
 * @returns {Promise<number>} the exit status
 */
function runDosed(files, dose) {
  const child = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--config=test/vitest.config.ts',
      `--maxWorkers=${String(Math.max(2, WORKERS))}`,
      `--testTimeout=${String(HOUR_MS)}`,
      ...files,
    ],
    { stdio: 'inherit', env: { ...process.env, ...dose } },
  )
  return new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)))
}
