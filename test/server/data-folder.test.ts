/** The folder of the embedded database, on whatever database the suite runs. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addressOf, end, refusalOf, startBuilt } from '#test/support/built-server.ts'
import { get } from '#test/support/http.ts'

vi.setConfig({ testTimeout: 180_000 })

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dockside-folder-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('belongs to one server at a time', async () => {
  const first = start()
  const address = await addressOf(first)
  expect(await refusalOf(start())).toEqual([
    expect.stringMatching(/^DATA_DIR must be .* \(another server uses it at this moment\)\.$/),
  ])
  expect((await get(address, '/api/health')).status).toBe(200)
  await end(first)
})

test('is filled anew when its first start was broken off', async () => {
  mkdirSync(join(folder, 'database.new', 'base'), { recursive: true })
  writeFileSync(join(folder, 'database.new', 'PG_VERSION'), '18')
  const server = start()
  expect((await get(await addressOf(server), '/api/health')).status).toBe(200)
  await end(server)
})

test('is named when what lies in it is no database', async () => {
  mkdirSync(join(folder, 'database'))
  writeFileSync(join(folder, 'database', 'PG_VERSION'), '18')
  expect(await refusalOf(start())).toEqual([
    expect.stringMatching(/^DATA_DIR must be .* \(its database cannot be opened: .+\)\.$/),
  ])
})

function start() {
  return startBuilt({ PORT: '0', DATA_DIR: folder })
}
