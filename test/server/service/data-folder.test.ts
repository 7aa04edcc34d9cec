/** The folder of the embedded database, on whatever database the suite runs. */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  addressOf,
  end,
  PROGRAM,
  refusalOf,
  startBuilt,
} from '#test/support/server/built-server.ts'
import { get } from '#test/support/server/clients/http.ts'

vi.setConfig({ testTimeout: 180_000 })

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dockside-folder-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a data folder belongs to one server at a time', async () => {
  const first = start()
  const address = await addressOf(first)
  expect(await refusalOf(start())).toEqual([
    expect.stringMatching(/^DATA_DIR must be .* \(another server uses it at this moment\)\.$/),
  ])
  expect((await get(address, '/api/health')).status).toBe(200)
  await end(first)
})

test('a data folder is created again if its first start was interrupted', async () => {
  mkdirSync(join(folder, 'database.new', 'base'), { recursive: true })
  writeFileSync(join(folder, 'database.new', 'PG_VERSION'), '18')
  const server = start()
  expect((await get(await addressOf(server), '/api/health')).status).toBe(200)
  await end(server)
})

test('a data folder without a usable database is reported', async () => {
  mkdirSync(join(folder, 'database'))
  writeFileSync(join(folder, 'database', 'PG_VERSION'), '18')
  expect(await refusalOf(start())).toEqual([
    expect.stringMatching(/^DATA_DIR must be .* \(its database cannot be opened: .+\)\.$/),
  ])
})

const BUILD = dirname(PROGRAM)
const PRIVATE = ['file 600', 'folder 700']

describe('access to the data folder', () => {
  // The permissions of others: none, or all.
  test.each(['077', '000'])(
    'only the account of the server can access the folder, with a umask of %s',
    async (umask) => {
      const usual = process.umask(umask)
      onTestFinished(() => void process.umask(usual))
      const server = start(join(folder, 'data'))
      expect((await get(await addressOf(server), '/api/health')).status).toBe(200)
      expect(modesIn(join(folder, 'data'))).toEqual(PRIVATE)
      await end(server)
      expect(modesIn(join(folder, 'data'))).toEqual(PRIVATE)
    },
  )

  test('an earlier folder or a restored one that was open to all is protected', async () => {
    await end(await started())
    const database = join(folder, 'database')
    for (const entry of readdirSync(database, { recursive: true, withFileTypes: true }))
      chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o777 : 0o666)
    await end(await started())
    expect(modesIn(database)).toEqual(PRIVATE)
  })
})

test.runIf(anotherAccount().uid !== undefined)(
  'a file of root in the folder of another account is named by the start',
  async () => {
    await end(await started())
    const account = anotherAccount()
    const give = (path: string): void => chownSync(path, account.uid ?? -1, account.gid ?? -1)
    give(folder)
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      give(join(folder, file))
    const left = join(folder, 'database', 'dockside-mark')
    for (const path of [left, join(folder, 'database', 'base')]) {
      chownSync(path, 0, 0)
      expect(await refusalOf(start(folder, { account }))).toEqual([
        expect.stringMatching(new RegExp(`\\(${path} belongs to another account\\)\\.$`)),
      ])
      give(path)
    }
    const server = start(folder, { account })
    expect((await get(await addressOf(server), '/api/health')).status).toBe(200)
    await end(server)
  },
)

describe('the empty database of the build', () => {
  test('the empty database of the build is readable by every account, and writable only by its own', () => {
    expect(modesIn(join(BUILD, 'empty-database'))).toEqual(['file 644', 'folder 755'])
  })

  test('the empty database of the build fills the folder of another account than the one that built it', async () => {
    const account = anotherAccount()
    chownSync(folder, account.uid ?? -1, account.gid ?? -1)
    const server = start(folder, { account })
    expect((await get(await addressOf(server), '/api/health')).status).toBe(200)
    expect(statSync(join(folder, 'database')).uid).toBe(account.uid ?? process.getuid?.())
    await end(server)
  })

  test('an unreadable empty database is reported instead of the data folder', async () => {
    // Within the project, so that the packages are found.
    const build = mkdtempSync(join(dirname(BUILD), 'unreadable-'))
    onTestFinished(() => rmSync(build, { recursive: true }))
    const filter = (path: string): boolean => !path.endsWith('empty-database')
    cpSync(BUILD, build, { recursive: true, filter })
    writeFileSync(join(build, 'empty-database'), 'no folder')
    expect(await refusalOf(start(folder, { program: join(build, 'main.js') }))).toEqual([
      expect.stringMatching(
        /^The build cannot be read by this account \(.*empty-database.*\): as its owner, remove dist and run 'npm run build'\.$/,
      ),
    ])
  })
})

/** Each kind of entry with its mode, once: `file 600`. */
function modesIn(place: string): string[] {
  const entries = readdirSync(place, { recursive: true, withFileTypes: true })
  const kinds = entries.map((entry) => {
    const { mode } = statSync(join(entry.parentPath, entry.name))
    return `${entry.isDirectory() ? 'folder' : 'file'} ${(mode & 0o777).toString(8)}`
  })
  return [...new Set(kinds)].toSorted()
}

/**
 * The uid of the account nobody, which only root may use and which must be able to read the project; otherwise this
 * account's, and the test relies on the modes.
 */
function anotherAccount(): { readonly uid?: number; readonly gid?: number } {
  const otherAccount = { uid: 65_534, gid: 65_534 }
  if (process.getuid?.() !== 0) return {}
  const read = `require('node:fs').readFileSync(${JSON.stringify(PROGRAM)})`
  return spawnSync(process.execPath, ['-e', read], otherAccount).status === 0 ? otherAccount : {}
}

/** A server that has answered. */
async function started() {
  const server = start()
  expect((await get(await addressOf(server), '/api/health')).status).toBe(200)
  return server
}

function start(dataDir = folder, run: Parameters<typeof startBuilt>[2] = {}) {
  return startBuilt({ PORT: '0', DATA_DIR: dataDir }, onTestFinished, run)
}
