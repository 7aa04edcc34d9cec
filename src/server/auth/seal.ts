/**
 * Encrypts stored secrets with AES-256-GCM, under a key that is not in the database
 * (decisions/server/secrets.md).
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  scryptSync,
} from 'node:crypto'
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { BadSettings, wrongSetting } from '#server/env.ts'

/** Encrypts and decrypts stored secrets. */
export interface Sealer {
  /** @param purpose what the text is for; opening it requires the same purpose */
  readonly seal: (purpose: string, text: string) => string
  /** @throws SealBroken if it was sealed with another key, for another purpose, or changed */
  readonly open: (purpose: string, sealed: string) => string
  /** Whether the key id of a sealed text is that of this key. */
  readonly isOwn: (sealed: string) => boolean
  /** 43 characters derived from a text and this key; always the same for the same text. */
  readonly derive: (purpose: string, text: string) => string
}

/**
 * The purpose of an admin's secrets. It contains the username, so that a secret copied to another row does
 * not open.
 */
export const SEALED_FOR = {
  totp: (username: string) => `totp:${username}`,
  pendingTotp: (username: string) => `pending-totp:${username}`,
  cacheKey: (username: string) => `cache-key:${username}`,
}

/** A sealed text cannot be opened. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken'
}

/** The path of the generated key in a data folder. */
export function keyFile(dataDir: string): string {
  return join(dataDir, 'secret.key')
}

const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
const VERSION = '1'

interface KeySettings {
  readonly secretKey: string | null
  readonly dataDir: string
}

/**
 * The sealers of the key of the settings, or else of the key in the data folder. That one is generated on the first
 * start and readable by this account only. The key is the text of the file as it is; an editor or a restore may have
 * added a line break, so the text without it is a second one.
 */
export async function openSealers(
  settings: KeySettings,
): Promise<readonly [Sealer, ...(readonly Sealer[])]> {
  if (settings.secretKey !== null) return [sealerWith(settings.secretKey)]
  const text = await keyOfFolder(settings.dataDir)
  const trimmed = text.trim()
  return trimmed === text ? [sealerWith(text)] : [sealerWith(text), sealerWith(trimmed)]
}

/**
 * Seals as `version.key.iv.text`. The key id is eight digits of a hash, which tells a wrong key from a
 * changed text.
 * @param secret any text with enough entropy
 */
export function sealerWith(secret: string): Sealer {
  const key = scryptSync(secret, 'dockside seal', KEY_BYTES)
  const keyName = createHash('sha256').update('name').update(key).digest('hex').slice(0, 8)
  const deriving = Buffer.from(hkdfSync('sha256', key, '', 'dockside derive', KEY_BYTES))
  const bound = (purpose: string) => Buffer.from(`${VERSION}.${keyName}.${purpose}`)
  return {
    seal(purpose, text) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(bound(purpose))
      const sealed = [cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
      return [
        VERSION,
        keyName,
        iv.toString('base64url'),
        Buffer.concat(sealed).toString('base64url'),
      ].join('.')
    },
    open(purpose, sealed) {
      const [version, name, iv = '', body = ''] = sealed.split('.')
      if (version !== VERSION) throw new SealBroken(`not a sealed text of version ${VERSION}`)
      if (name !== keyName)
        throw new SealBroken(`sealed with key ${String(name)}, but the key here is ${keyName}`)
      const bytes = Buffer.from(body, 'base64url')
      try {
        const cipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'), {
          authTagLength: TAG_BYTES,
        })
        cipher.setAAD(bound(purpose)).setAuthTag(bytes.subarray(-TAG_BYTES))
        return (
          cipher.update(bytes.subarray(0, -TAG_BYTES), undefined, 'utf8') + cipher.final('utf8')
        )
      } catch (cause) {
        throw new SealBroken(`what was sealed for '${purpose}' cannot be opened`, { cause })
      }
    },
    isOwn: (sealed) => sealed.startsWith(`${VERSION}.${keyName}.`),
    derive: (purpose, text) =>
      createHmac('sha256', deriving).update(`${purpose}\n${text}`).digest('base64url'),
  }
}

/**
 * Two processes may start at once. The key file is on the disk completely before it gets its name, and the
 * first process wins. Nothing may be sealed before the name is on the disk too: a power failure would leave
 * secrets that cannot be opened.
 * @throws BadSettings if the file is empty
 */
async function keyOfFolder(folder: string): Promise<string> {
  const path = keyFile(folder)
  const known = await textOf(path)
  if (known !== null) return checked(known, folder)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(randomBytes(KEY_BYTES).toString('base64url'))
    await file.sync()
  } finally {
    await file.close()
  }
  try {
    await link(draft, path)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    await unlink(draft)
  }
  await syncFolder(folder)
  return checked(await readFile(path, 'utf8'), folder)
}

/** A power failure leaves a file that was not synced empty or full of zeros; earlier versions did not sync it. */
function checked(text: string, folder: string): string {
  if (text.replaceAll('\0', '').trim() !== '') return text
  const why = `its ${keyFile(folder)} is empty: put the key back from a backup`
  throw new BadSettings([wrongSetting('dataDir', { given: folder, why })])
}

async function syncFolder(folder: string): Promise<void> {
  const file = await open(folder, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

async function textOf(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
