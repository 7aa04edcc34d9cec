/** One proof by a passkey: its challenge, its signature and its counter. */
import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { PASSKEY_CHALLENGE_MS } from '#contract/constants.ts'
import type { PasskeyProof } from '#contract/own/passkey-endpoints.ts'
import { refusals } from '#contract/refusals.ts'
import { notices } from '#server/auth/notice-texts.ts'
import { challengeIn, verifyProof, type Proven } from '#server/auth/passkeys.ts'
import type { Context } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import type { AdminRow } from '#server/db/repositories/admins.ts'
import { writeAudit } from '#server/db/repositories/audit.ts'
import {
  consumeChallenge,
  findPasskey,
  insertChallenge,
  markCopied,
  notePasskeyUse,
  type PasskeyRow,
} from '#server/db/repositories/passkeys.ts'
import type { ChallengePurpose } from '#server/db/schema/second-factor.ts'
import type { auditContext } from '#server/http/audit-context.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Notify } from '#server/http/notices.ts'
import { passkeyOrigin, passkeySite, type PasskeySite } from '#server/auth/passkey-site.ts'

const CHALLENGE_BYTES = 32

/** @throws HttpError 404 where there are no passkeys */
export function siteOrMissing({ env }: Pick<Context, 'env'>): PasskeySite {
  const site = passkeySite(env)
  if (!site) throw new HttpError(404, refusals.noPasskeys)
  return site
}

/** Stores a new challenge. */
export async function newChallenge(
  { db, now }: Pick<Context, 'db' | 'now'>,
  purpose: ChallengePurpose,
  username: string | null,
): Promise<string> {
  const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url')
  const at = new Date(now())
  const expiresAt = new Date(now() + PASSKEY_CHALLENGE_MS)
  await insertChallenge(db, { challenge, purpose, username, expiresAt }, at)
  return challenge
}

/** A proof whose challenge and signature are right. Its passkey may be gone or copied by now. */
export interface CheckedProof extends Proven {
  readonly passkey: PasskeyRow
}

/**
 * Uses up the challenge of a proof and checks the signature; null if anything is wrong. The same work is done
 * for an unknown passkey.
 * @param username the account that asked for the challenge; null at a sign-in
 */
export async function checkProof(
  context: Context,
  request: FastifyRequest,
  proof: PasskeyProof,
  asked: { readonly purpose: ChallengePurpose; readonly username: string | null },
): Promise<CheckedProof | null> {
  const { host } = siteOrMissing(context)
  const challenge = challengeIn(proof.response) ?? ''
  const at = new Date(context.now())
  const isFresh = await consumeChallenge(context.db, { challenge, ...asked }, at)
  const passkey = await findPasskey(context.db, proof.id)
  const origin = passkeyOrigin(context.env, request.headers.origin)
  const expected = { challenge, origin, host }
  const proven = await verifyProof(proof, passkey?.publicKey ?? null, expected)
  if (!isFresh || !passkey || !proven) return null
  if (asked.username !== null && passkey.username !== asked.username) return null
  return { ...proven, passkey }
}

/**
 * Notes the use of a passkey whose admin is locked; false if it was removed meanwhile or is a copy. A counter
 * that did not rise is told to the person and to the trail.
 */
export async function acceptProof(
  tx: Transaction,
  { passkey: { id, name }, counter, isBackedUp }: CheckedProof,
  held: AdminRow,
  { stamp, notify }: { readonly stamp: ReturnType<typeof auditContext>; readonly notify: Notify },
): Promise<boolean> {
  if (await notePasskeyUse(tx, id, { counter, isBackedUp, at: stamp.at })) return true
  const present = await findPasskey(tx, id)
  if (!present || present.copiedAt !== null) return false
  await markCopied(tx, id, stamp.at)
  const entry = {
    action: 'passkey-may-be-copied',
    target: held.username,
    detail: { name },
  } as const
  await writeAudit(tx, { ...stamp, ...entry })
  notify(held, notices.passkeyCopied(name, stamp))
  return false
}
