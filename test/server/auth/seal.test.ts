import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openSealers, SealBroken, sealerWith } from '#server/auth/seal.ts'

const SECRET_KEY = 'a key that an operator made up, long enough'
const sealer = sealerWith(SECRET_KEY)

test('a derived text is the same for the same key, purpose and text, and different otherwise', () => {
  const derived = sealer.derive('token', 'text')
  expect(derived).toMatch(/^[\w-]{43}$/)
  expect(sealerWith(SECRET_KEY).derive('token', 'text')).toBe(derived)
  expect(sealer.derive('token', 'text.')).not.toBe(derived)
  expect(sealer.derive('tokens', 'text')).not.toBe(derived)
  expect(sealerWith(`${SECRET_KEY}.`).derive('token', 'text')).not.toBe(derived)
})

describe('a sealed text', () => {
  test.each(['', 'JBSWY3DPEHPK3PXP', 'ключ 🔑', 'a.b.c', 'x'.repeat(100_000)])(
    'opening a sealed text returns the original: %#',
    (text) => {
      const sealed = sealer.seal('totp:ada', text)
      expect(sealer.open('totp:ada', sealed)).toBe(text)
      expect(sealerWith(SECRET_KEY).open('totp:ada', sealed)).toBe(text)
    },
  )

  test('a sealed text reveals nothing of its content and is never the same twice', () => {
    const [one, other] = [sealer.seal('p', 'open sesame'), sealer.seal('p', 'open sesame')]
    expect(one).not.toBe(other)
    expect(one).not.toContain('open')
    expect(one).not.toContain(Buffer.from('open sesame').toString('base64url'))
  })

  test('a sealed text does not open for another purpose, so a row cannot be moved to another admin', () => {
    const sealed = sealer.seal('totp:ada', 'JBSWY3DPEHPK3PXP')
    expect(() => sealer.open('totp:eve', sealed)).toThrow(SealBroken)
  })

  test('a sealed text does not open with another key, and the error names the key', () => {
    const sealed = sealer.seal('p', 'text')
    expect(() => sealerWith(`${SECRET_KEY}.`).open('p', sealed)).toThrow(/the key here is/)
  })

  test('a sealed text does not open if any part of it was changed', () => {
    const parts = sealer.seal('p', 'some text').split('.')
    for (const [index, part] of parts.entries()) {
      const changed = parts.with(index, `${part.startsWith('A') ? 'B' : 'A'}${part.slice(1)}`)
      expect(() => sealer.open('p', changed.join('.'))).toThrow(SealBroken)
      expect(() => sealer.open('p', parts.with(index, '').join('.'))).toThrow(SealBroken)
    }
  })

  test.each(['', 'plain', '1', '1.2.3.4', '....'])(
    'an arbitrary text does not open: %j',
    (text) => {
      expect(() => sealer.open('p', text)).toThrow(SealBroken)
    },
  )
})

describe('the key', () => {
  let folder: string

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dockside-'))
  })

  afterEach(() => rm(folder, { recursive: true }))

  test('a key from the settings leaves no file', async () => {
    const [{ open }] = await openSealers({ secretKey: SECRET_KEY, dataDir: folder })
    expect(open('p', sealer.seal('p', 'text'))).toBe('text')
    expect(await readdir(folder)).toEqual([])
  })

  test('a key is generated on the first start, readable by this account only, and found on the next', async () => {
    const dataDir = join(folder, 'data')
    const [first] = await openSealers({ secretKey: null, dataDir })
    const { mode } = await stat(join(dataDir, 'secret.key'))
    expect(mode & 0o777).toBe(0o600)
    const [next] = await openSealers({ secretKey: null, dataDir })
    expect(next.open('p', first.seal('p', 'text'))).toBe('text')
    expect(
      Buffer.from(await readFile(join(dataDir, 'secret.key'), 'utf8'), 'base64url'),
    ).toHaveLength(32)
  })

  test.each([0, 43])(
    'a key file that a power failure left empty or as %i zeros is refused',
    async (length) => {
      await writeFile(join(folder, 'secret.key'), '\0'.repeat(length))
      await expect(openSealers({ secretKey: null, dataDir: folder })).rejects.toThrow(
        `its ${join(folder, 'secret.key')} is empty: put the key back from a backup`,
      )
    },
  )

  test('ten processes that start at once share one key', async () => {
    const sealers = await Promise.all(
      Array.from({ length: 10 }, () => openSealers({ secretKey: null, dataDir: folder })),
    )
    const sealed = sealers.map(([{ seal }]) => seal('p', 'text'))
    for (const [{ open }] of sealers)
      expect(sealed.map((one) => open('p', one))).toEqual(sealed.map(() => 'text'))
    expect(await readdir(folder)).toEqual(['secret.key'])
  })
})
