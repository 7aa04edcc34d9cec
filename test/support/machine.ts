/** The machine that the tests run on: what is on it, and how something is added. Injected, so that tests can make one up. */
import { execFile } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const INSTALL_TIME_MS = 5 * 60_000

export interface Machine {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  readonly isRoot: boolean
  isFile(path: string): boolean
  /** Names in a folder, none where there is no such folder. */
  list(folder: string): readonly string[]
  /** Runs a command to its end; never rejects. `output` is stdout and stderr, or why it could not start. */
  run(command: string, args: readonly string[]): Promise<{ ok: boolean; output: string }>
  /** Tells the person at the terminal why this takes so long. */
  say(line: string): void
}

export const thisMachine: Machine = {
  platform: process.platform,
  env: process.env,
  isRoot: process.getuid?.() === 0,
  isFile: (path) => readable(() => statSync(path).isFile()) ?? false,
  list: (folder) => readable(() => readdirSync(folder)) ?? [],
  run: (command, args) =>
    new Promise((resolve) => {
      const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
      execFile(command, args, { env, timeout: INSTALL_TIME_MS }, (error, stdout, stderr) =>
        resolve({ ok: error === null, output: stdout + stderr || (error?.message ?? '') }),
      )
    }),
  say: (line) => void process.stderr.write(`${line}\n`),
}

/** What is missing, and what this user may not read, is not there: the PATH may name folders of other users. */
function readable<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** The paths of a program on the PATH, first match first. */
export function onPath(machine: Machine, program: string): string[] {
  const folders = (machine.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  return folders.map((folder) => join(folder, program)).filter((path) => machine.isFile(path))
}

/**
 * Installs packages as root on Debian and its kin; elsewhere it does nothing. The package lists are fetched only when
 * the first try fails, because they may be missing or old. Another apt at work is waited for.
 * @returns why it did not work, or null when it did
 */
export async function aptInstall(
  machine: Machine,
  packages: readonly string[],
): Promise<string | null> {
  if (!machine.isRoot || onPath(machine, 'apt-get').length === 0)
    return 'apt-get as root is not available'
  machine.say(`Installing ${packages.join(', ')} with apt-get, once…`)
  const patient = ['-o', 'DPkg::Lock::Timeout=240', '-o', 'Acquire::Retries=2']
  const install = [...patient, 'install', '-y', '--no-install-recommends', ...packages]
  if ((await machine.run('apt-get', install)).ok) return null
  await machine.run('apt-get', [...patient, 'update'])
  const { ok, output } = await machine.run('apt-get', install)
  return ok ? null : `apt-get: ${lastLine(output)}`
}

/** The line of a command's output that most likely says what went wrong. */
export function lastLine(output: string): string {
  return output.trim().split('\n').at(-1) ?? ''
}
