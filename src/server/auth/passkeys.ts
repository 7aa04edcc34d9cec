/** Checks what authenticators answer (decisions/server/passkeys.md). */
import { createHash, generateKeyPairSync } from 'node:crypto'
import type { NewPasskey, PasskeyProof } from '#contract/own/passkey-endpoints.ts'
import { z } from 'zod/mini'

/** ES256 and RS256: what every authenticator has. */
export const PASSKEY_ALGORITHMS = [-7, -257]

/** The library, loaded on demand: it takes a tenth of a start, and many sites have no passkey. */
export const webAuthnLibrary = () => import('@simplewebauthn/server')

/** What an answer is checked against. */
export interface Expected {
  readonly challenge: string
  readonly origin: string
  readonly host: string
}

/** What a right answer says besides. */
export interface Proven {
  readonly counter: number
  readonly isBackedUp: boolean
}

/**
 * Checks a proof. Pass null for an unknown passkey: it is checked against a key that belongs to nobody, so
 * that the time of the refusal does not reveal which passkeys exist.
 * @returns null if it is wrong. The counter is left to the caller, who knows what it was
 */
export async function verifyProof(
  proof: PasskeyProof,
  publicKey: string | null,
  { challenge, origin, host }: Expected,
): Promise<Proven | null> {
  const { id, rawId, type, response } = proof
  const { verifyAuthenticationResponse } = await webAuthnLibrary()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId, type, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: true,
      credential: { id, publicKey: bytesOf(publicKey ?? NOBODYS_KEY), counter: 0 },
    })
    if (!verified || publicKey === null) return null
    const { newCounter: counter, credentialBackedUp: isBackedUp } = authenticationInfo
    return { counter, isBackedUp }
  } catch {
    return null
  }
}

/** A registered passkey as it is stored. */
export interface Registered extends Proven {
  readonly id: string
  readonly publicKey: string
}

/** Checks a new passkey; null if it is not what was asked for. */
export async function verifyNewPasskey(
  { id, rawId, type, response }: NewPasskey,
  { challenge, origin, host }: Expected,
): Promise<Registered | null> {
  const { verifyRegistrationResponse } = await webAuthnLibrary()
  try {
    const { clientDataJSON, attestationObject } = response
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId,
        type,
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: true,
      supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
    })
    if (!verified) return null
    const { credential, credentialBackedUp: isBackedUp } = registrationInfo
    const publicKey = Buffer.from(credential.publicKey).toString('base64url')
    return { id: credential.id, publicKey, counter: credential.counter, isBackedUp }
  } catch {
    return null
  }
}

const ClientData = z.object({ challenge: z.string() })

/** The challenge that an answer names; null if it cannot be read. */
export function challengeIn({
  clientDataJSON,
}: {
  readonly clientDataJSON: string
}): string | null {
  try {
    const read: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    return ClientData.safeParse(read).data?.challenge ?? null
  } catch {
    return null
  }
}

/** Names the account to the authenticator, always the same, without being the name. */
export function userHandleOf(username: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(`passkey ${username}`).digest())
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(base64url, 'base64url'))
}

/** A public key on P-256 in COSE form (RFC 9053, 7.1.1) whose private half is thrown away. */
const NOBODYS_KEY = nobodysKey()

function nobodysKey(): string {
  const { x = '', y = '' } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
  }).publicKey.export({ format: 'jwk' })
  const head = Buffer.from('a5010203262001215820', 'hex')
  const between = Buffer.from('225820', 'hex')
  const parts = [head, Buffer.from(x, 'base64url'), between, Buffer.from(y, 'base64url')]
  return Buffer.concat(parts).toString('base64url')
}
