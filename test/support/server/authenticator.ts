/** An authenticator in software: it makes passkeys and proofs as a browser would send them. */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

/** What a test changes about an answer. */
export interface Ways {
  readonly origin?: string
  readonly host?: string
  /** The next value of the counter; by default one more. */
  readonly counter?: number
  readonly isUserVerified?: boolean
}

export interface Authenticator {
  readonly id: string
  readonly make: (challenge: string, ways?: Ways) => object
  readonly prove: (challenge: string, ways?: Ways) => object
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

/** An authenticator with one passkey on P-256. */
export function anAuthenticator(): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const rawId = randomBytes(16)
  const id = rawId.toString('base64url')
  let count = 0
  const dataOf = (flags: number, { host = 'localhost', counter, isUserVerified = true }: Ways) => {
    count = counter ?? count + 1
    const head = Buffer.alloc(5)
    head.writeUInt8(flags | USER_PRESENT | (isUserVerified ? USER_VERIFIED : 0))
    head.writeUInt32BE(count, 1)
    return Buffer.concat([createHash('sha256').update(host).digest(), head])
  }
  return {
    id,
    make: (challenge, ways = {}) => {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(rawId.length)
      const credential = Buffer.concat([Buffer.alloc(16), length, rawId, coseOf(publicKey)])
      const data = Buffer.concat([dataOf(HAS_CREDENTIAL, ways), credential])
      return answer(id, {
        clientDataJSON: clientData('webauthn.create', challenge, ways),
        attestationObject: attestationOf(data),
      })
    },
    prove: (challenge, ways = {}) => {
      const clientDataJSON = clientData('webauthn.get', challenge, ways)
      const data = dataOf(0, ways)
      const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest()
      const signature = sign('sha256', Buffer.concat([data, hash]), privateKey)
      return answer(id, {
        clientDataJSON,
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      })
    },
  }
}

function answer(id: string, response: object): object {
  return { id, rawId: id, type: 'public-key', response }
}

function clientData(type: string, challenge: string, { origin = 'http://localhost' }: Ways) {
  return Buffer.from(JSON.stringify({ type, challenge, origin })).toString('base64url')
}

/** The key in COSE form (RFC 9053, 7.1.1). */
function coseOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const [head, between] = [Buffer.from('a5010203262001215820', 'hex'), Buffer.from('225820', 'hex')]
  return Buffer.concat([head, Buffer.from(x, 'base64url'), between, Buffer.from(y, 'base64url')])
}

/** `{fmt: 'none', attStmt: {}, authData}` in CBOR. */
function attestationOf(data: Buffer): string {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(data.length)
  const text = (word: string) =>
    Buffer.concat([Buffer.from([0x60 + word.length]), Buffer.from(word)])
  return Buffer.concat([
    Buffer.from([0xa3]),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Buffer.from([0xa0]),
    text('authData'),
    Buffer.from([0x59]),
    length,
    data,
  ]).toString('base64url')
}
