/** The machine that the tests run on: its programs, and how to install more. It is injected so that tests can fake it. */
import { execFile } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const INSTALL_TIME_MS = 5 * 60_000

export interface Machine {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  readonly isRoot: boolean
  isFile(path: string): boolean
  /** The names in a folder; empty when there is no such folder. */
  list(folder: string): readonly string[]
  /** Runs a command and never rejects. `output` is stdout and stderr, or the reason why it could not start. */
  run(command: string, args: readonly string[]): Promise<{ ok: boolean; output: string }>
  /** Tells the user at the terminal why this takes long. */
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

/** The result, or undefined where a path is missing or not readable: the PATH may name folders of other users. */
function readable<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** All paths of a program on the PATH, in the order of the PATH. */
export function onPath(machine: Machine, program: string): string[] {
  const folders = (machine.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  return folders.map((folder) => join(folder, program)).filter((path) => machine.isFile(path))
}

/**
 * Installs packages as root on Debian and its derivatives; elsewhere it does nothing. It updates the package lists only
 * when the first attempt fails, because they may be missing or old. It waits for another apt that is running.
 * @returns why it failed, or null when it succeeded
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

/** The last line of a command's output, which usually names the error. */
export function lastLine(output: string): string {
  return output.trim().split('\n').at(-1) ?? ''
}
