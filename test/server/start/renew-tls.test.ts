/** A renewed certificate, over real connections. */
import 'reflect-metadata'
import { webcrypto, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { X509CertificateGenerator } from '@peculiar/x509'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openLog } from '#server/log.ts'
import { renewTls, type TlsRenewal } from '#server/start/renew-tls.ts'
import { readTls } from '#server/tls.ts'

const DAY_MS = 24 * 60 * 60_000
const TODAY = Date.parse('2026-05-11T12:00:00Z')

let folder: string
let env: { readonly tlsCert: string; readonly tlsKey: string }
let server: Server
let renewal: TlsRenewal
let logged: string[]
let now: number
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dockside-renewal-'))
  env = { tlsCert: join(folder, 'cert.pem'), tlsKey: join(folder, 'key.pem') }
  logged = []
  now = TODAY
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  renewal.stop()
  server.close()
  vi.useRealTimers()
  rmSync(folder, { recursive: true })
})

test('new connections get a renewed certificate within a minute, and one that is open stays', async () => {
  await start('first', 90)
  const open = await connection()
  await put('second', 90)
  vi.advanceTimersByTime(60_000)
  expect(await served()).toBe('CN=second')
  expect(open.destroyed).toBe(false)
  open.destroy()
  expect(said()).toEqual(['the certificate was changed: new connections get the new one'])
  vi.advanceTimersByTime(10 * 60_000)
  expect(said()).toHaveLength(1)
})

test('a pair that does not fit changes nothing and is logged once, and a later one is served', async () => {
  await start('first', 90)
  const { cert } = await made('second', 90)
  writeFileSync(env.tlsCert, cert)
  for (let minute = 0; minute < 3; minute += 1) renewal.look()
  expect(await served()).toBe('CN=first')
  expect(said()).toEqual(['the changed certificate cannot be used: the one before it stays'])

  rmSync(env.tlsKey)
  renewal.look()
  expect(await served()).toBe('CN=first')
  await put('third', 90)
  renewal.look()
  expect(await served()).toBe('CN=third')
})

test('a certificate that ends within two weeks is logged at the start and once a day', async () => {
  await start('first', 15.5)
  expect(said()).toEqual([])
  now += 2 * DAY_MS
  renewal.look()
  expect(said()).toEqual(['the certificate ends in 13 days'])
  now += DAY_MS - 60_000
  renewal.look()
  expect(said()).toHaveLength(1)
  now += 60_000
  renewal.look()
  expect(said().at(-1)).toBe('the certificate ends in 12 days')
  await put('second', 90)
  renewal.look()
  now += 2 * DAY_MS
  renewal.look()
  expect(said()).toHaveLength(3)
})

test('a certificate of a week is logged in the last third of its life only', async () => {
  await start('first', 4, 2)
  now += DAY_MS
  renewal.look()
  expect(said()).toEqual([])
  now += 1.5 * DAY_MS
  renewal.look()
  expect(said()).toEqual(['the certificate ends in 1 days'])
})

test('a certificate that has expired is logged at the start', async () => {
  await start('first', -1)
  expect(said()).toEqual(['the certificate has expired: browsers refuse it'])
})

/** Starts a server whose certificate ends in that number of days. */
async function start(name: string, days: number, age?: number): Promise<void> {
  await put(name, days, age)
  const files = readTls(env)
  if (files === null) throw new Error('no files')
  server = createServer(files, (_request, response) => response.end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const log = openLog('info', { write: (line) => void logged.push(line) })
  renewal = renewTls({ env, server, files, log, now: () => now })
}

async function put(name: string, days: number, age?: number): Promise<void> {
  const { cert, key } = await made(name, days, age)
  writeFileSync(env.tlsCert, cert)
  writeFileSync(env.tlsKey, key)
}

/** @param age of how many days it is */
async function made(name: string, days: number, age = 100) {
  const alg = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const keys = await webcrypto.subtle.generateKey(alg, true, ['sign', 'verify'])
  const cert = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${name}`,
    notBefore: new Date(TODAY - age * DAY_MS),
    notAfter: new Date(TODAY + days * DAY_MS),
    signingAlgorithm: alg,
    keys,
  })
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey))
  const key = `-----BEGIN PRIVATE KEY-----\n${pkcs8.toString('base64')}\n-----END PRIVATE KEY-----\n`
  return { cert: cert.toString('pem'), key }
}

async function connection() {
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  return socket
}

/** Whose certificate a new connection gets. */
async function served(): Promise<string> {
  const socket = await connection()
  const { raw } = socket.getPeerCertificate()
  socket.destroy()
  return new X509Certificate(raw).subject
}

function said(): string[] {
  return logged.map((line) => String(Object(JSON.parse(line))['msg']))
}
