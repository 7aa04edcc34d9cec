/** The embedded database on a full disk, on whatever database the suite runs. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { API_PREFIX } from '#contract/constants.ts'
import { mobileEndpoints } from '#contract/mobile-endpoints.ts'
import { refusals } from '#contract/refusals.ts'
import {
  addressOf,
  type BuiltServer,
  end,
  refusalOf,
  startBuilt,
} from '#test/support/server/built-server.ts'
import { countsAt } from '#test/support/counts.ts'
import { firstAdmin } from '#test/support/server/first-admin.ts'
import { scannerAt } from '#test/support/scanner.ts'
import {
  makeSmallDisk,
  makeToldDisk,
  type SmallDisk,
} from '#test/support/server/disk/small-disk.ts'

vi.setConfig({ testTimeout: 180_000 })

/** Running requests get eight seconds to end, and the database ten. */
const STOPPED_WITHIN_MS = 20_000

const REFUSED = { status: 503, wait: '60', body: { detail: refusals.diskFull, code: 'disk-full' } }

/** Longer than the free space in the tables, even if compressed. */
const TALE = randomBytes(100_000).toString('hex')

let disk: SmallDisk
let kill: () => Promise<void> = async () => {}
beforeEach(() => {
  disk = makeSmallDisk()
})
afterEach(async () => {
  await kill()
  disk.remove()
})

test('writes are refused with a sentence, reads continue, and with free space everything works again', async () => {
  const server = start()
  const address = await addressOf(server)
  const token = await firstAdmin(address)
  const scanner = await scannerAt(address, token, 'binCount')
  expect(await send(address, scanner, 'A-01')).toMatchObject({ status: 201 })

  disk.fill()
  for (const bin of ['B-01', 'B-02', 'B-03'])
    expect(await send(address, scanner, bin)).toEqual(REFUSED)
  expect(await countsAt(address, token)).toMatchObject({ status: 200, bins: ['A-01'] })
  expect(await healthAt(address)).toMatchObject({
    status: 503,
    body: { status: 'unavailable', detail: refusals.diskFull, code: 'disk-full' },
  })
  expect(said(server, 50)).toEqual([
    'the disk of the data folder is full: nothing is written until it has space',
  ])

  disk.free()
  expect(await send(address, scanner, 'B-01')).toMatchObject({ status: 201 })
  expect(await healthAt(address)).toMatchObject({ status: 200, body: { status: 'ok' } })
  expect(said(server, 30)).toContain('the disk of the data folder has space again: writing resumes')
  await end(server)
})

test('SIGTERM ends the server in time, a start says why it fails, and nothing acknowledged is lost', async () => {
  const server = start()
  const address = await addressOf(server)
  const token = await firstAdmin(address)
  const scanner = await scannerAt(address, token, 'binCount')
  expect(await send(address, scanner, 'A-01')).toMatchObject({ status: 201 })
  disk.fill()
  expect(await send(address, scanner, 'B-01')).toMatchObject({ status: 503 })
  const before = performance.now()
  await end(server)
  expect(performance.now() - before).toBeLessThan(STOPPED_WITHIN_MS)

  expect(await refusalOf(start())).toEqual([
    expect.stringMatching(
      /^DATA_DIR must be .* \(its disk is full: 0 MB are free, and 20 MB are needed\)\.$/,
    ),
  ])

  disk.free()
  const again = start()
  const { bins } = await countsAt(await addressOf(again), token)
  expect(bins).toEqual(['A-01'])
  await end(again)
})

test('a first start that cannot create its database says so, and uses no space for it', async () => {
  disk.fill()
  expect(await refusalOf(start())).toEqual([expect.stringMatching(/\(its disk is full: 0 MB /)])
  disk.free()
  await end(await ready(start()))
})

test('a first start with too little space for its tables says so', async () => {
  use(makeSmallDisk(45))
  // Where no disk can be mounted, the folder is said to be full.
  if (Object.keys(disk.env).length > 0) disk.fill()
  const server = start()
  expect(await server.ended).toBe(1)
  expect(server.errors()).toMatch(/^DATA_DIR must be .* \(its disk is full[^()]*\)\.\n$/)
})

test('a used-up quota only affects writes, and is logged once', async () => {
  use(makeToldDisk('quota'))
  const server = start()
  const address = await addressOf(server)
  const token = await firstAdmin(address)
  const scanner = await scannerAt(address, token, 'binCount')
  disk.fill()
  for (const bin of ['A-01', 'A-02', 'A-03'])
    expect(await send(address, scanner, bin, TALE)).toEqual(REFUSED)
  expect(await countsAt(address, token)).toMatchObject({ status: 200, bins: [] })
  expect(said(server, 50)).toEqual(['a disk is full'])
  disk.free()
  expect(await send(address, scanner, 'A-01', TALE)).toMatchObject({ status: 201 })
  await end(server)
})

test('a broken disk ends the server after pending requests were answered', async () => {
  use(makeToldDisk('broken'))
  const server = start()
  const address = await addressOf(server)
  const token = await firstAdmin(address)
  const scanner = await scannerAt(address, token, 'binCount')
  disk.fill()
  expect(await send(address, scanner, 'A-01')).toEqual({
    status: 503,
    wait: '5',
    body: { detail: refusals.unavailable, code: 'unavailable' },
  })
  expect(await server.ended).toBe(1)
  expect(said(server, 60)).toEqual(['the server cannot continue'])
  expect(server.errors()).toContain('EIO')
})

function use(other: SmallDisk): void {
  disk.remove()
  disk = other
}

function start(): BuiltServer {
  const env = { PORT: '0', DATA_DIR: join(disk.folder, 'data'), ...disk.env }
  return startBuilt(env, (killing) => {
    kill = killing
  })
}

async function ready(server: BuiltServer): Promise<BuiltServer> {
  await addressOf(server)
  return server
}

async function send(address: string, scanner: string, bin: string, memo = '') {
  const { method, path } = mobileEndpoints.sendBinCount
  const answer = await fetch(`${address}${API_PREFIX}${path}`, {
    method,
    headers: { authorization: `Bearer ${scanner}`, 'content-type': 'application/json' },
    body: JSON.stringify({ client_id: bin, bin_name: bin, memo }),
  })
  const body: unknown = await answer.json()
  return { status: answer.status, wait: answer.headers.get('retry-after'), body }
}

async function healthAt(address: string) {
  const answer = await fetch(`${address}${API_PREFIX}/health`)
  const body: unknown = await answer.json()
  return { status: answer.status, body }
}

/** The messages of a server at one log level. */
function said(server: BuiltServer, level: number): unknown[] {
  return server.lines().flatMap((line) => (line['level'] === level ? [line['msg']] : []))
}
