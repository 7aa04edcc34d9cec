import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isOwnFolder, markFolder } from '#server/db/embedded/folder-origin.ts'
import { copyChanges, copyFolder, putInPlace } from '#test/support/copies.ts'

let place: string
let folder: string
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'dockside-own-'))
  folder = join(place, 'database')
  mkdirSync(folder)
})
afterEach(() => rmSync(place, { recursive: true }))

test('a folder is recognized after its first start, even under another name', async () => {
  expect(await isOwnFolder(folder)).toBe(false)
  for (let start = 0; start < 3; start += 1) {
    await markFolder(folder)
    writeFileSync(join(folder, 'rows'), `of start ${start}`)
    expect(await isOwnFolder(folder)).toBe(true)
  }
  renameSync(folder, join(place, 'moved'))
  expect(await isOwnFolder(join(place, 'moved'))).toBe(true)
})

test.each([
  ['put in its place', putInPlace],
  ['copied over it', copyFolder],
  ['copied over it where files differ', copyChanges],
])('a backup that is %s is another folder', async (_how, restore) => {
  await markFolder(folder)
  const backup = join(place, 'backup')
  copyFolder(folder, backup)
  await markFolder(folder)
  restore(backup, folder)
  expect(await isOwnFolder(folder)).toBe(false)
  // The backup itself is not recognized either, wherever it is opened.
  expect(await isOwnFolder(backup)).toBe(false)
})

test.each(['dockside-mark', 'dockside-mark-seen'])(
  'a folder without its %s is not recognized',
  async (name) => {
    await markFolder(folder)
    rmSync(join(folder, name))
    expect(await isOwnFolder(folder)).toBe(false)
  },
)
