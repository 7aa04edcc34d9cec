import { generateKeyPairSync } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { BadSettings } from '#server/env.ts'
import { readTls } from '#server/tls.ts'
import { tlsFiles } from '#test/support/server/tls.ts'

const files = tlsFiles()
const otherKey = join(files.folder, 'other.pem')
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
writeFileSync(otherKey, privateKey.export({ type: 'pkcs8', format: 'pem' }))
afterAll(() => rmSync(files.folder, { recursive: true }))

test('without the settings there is no https', () => {
  expect(readTls({ tlsCert: null, tlsKey: null })).toBeNull()
})

test('a certificate and its key are read', () => {
  const read = readTls({ tlsCert: files.cert, tlsKey: files.key })
  expect(String(read?.cert)).toContain('BEGIN CERTIFICATE')
  expect(String(read?.key)).toContain('BEGIN PRIVATE KEY')
})

test('the key of another certificate is reported', () => {
  expect(wrong(files.cert, otherKey)).toEqual([
    expect.stringMatching(/^TLS_KEY must be .*other\.pem' \(it is not the key of TLS_CERT\)\.$/),
  ])
})

test('both are reported if both are wrong, and a folder is not a file', () => {
  expect(wrong('/nowhere/cert.pem', files.folder)).toEqual([
    expect.stringMatching(/^TLS_CERT must be .* \(ENOENT\)\.$/),
    expect.stringMatching(/^TLS_KEY must be .* \(EISDIR\)\.$/),
  ])
  expect(wrong(files.key, files.cert)).toHaveLength(2)
})

function wrong(tlsCert: string, tlsKey: string): readonly string[] {
  try {
    readTls({ tlsCert, tlsKey })
  } catch (error) {
    if (error instanceof BadSettings) return error.sentences
    throw error
  }
  return []
}
