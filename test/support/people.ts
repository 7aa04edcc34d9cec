/** Adds admins and mobile users to the database, and opens sessions for them. */
import { createHash } from 'node:crypto'
import { Secret } from 'otpauth'
import {
  completeFeatures,
  completeMobileFeatures,
  type AdminFeature,
  type MobileFeature,
} from '#contract/access.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { startSession } from '#server/auth/sessions.ts'
import { codeAt } from '#server/auth/totp.ts'
import type { Context } from '#server/context.ts'
import { insertAdmin } from '#server/db/repositories/admins.ts'
import { insertMobileUser } from '#server/db/repositories/mobile-users.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { SessionStage } from '#server/db/schema/sessions.ts'
import { SEALED_FOR } from '#server/auth/seal.ts'

/** Where people are added: the database of an app, or an open transaction. */
export interface Place extends Pick<Context, 'now' | 'seal'> {
  readonly db: Database | Transaction
}

export interface AdminFacts {
  readonly username?: string
  readonly password?: string
  readonly email?: string
  readonly isSuperAdmin?: boolean
  readonly features?: readonly AdminFeature[]
  /** false: the second factor is not set up. */
  readonly hasSecondFactor?: boolean
  /** The secret of the second factor in base32; by default it is derived from the name. */
  readonly secret?: string
}

/** An account that can sign in. */
export interface Person {
  readonly username: string
  readonly password: string
  /** The secret in base32; it is unused when there is no second factor. */
  readonly secret: string
  /** The code at a given time, by default now. */
  code(at?: number): string
  /** The token of a new session. */
  session(stage?: SessionStage): Promise<string>
}

export const PASSWORD = 'open-sesame'
export const CACHE_KEY = Buffer.alloc(32, 5).toString('base64')

/** Derived from the name, so that a code that is meant to be wrong is never right by chance. */
function secretOf(username: string): string {
  return Secret.fromHex(createHash('sha1').update(username).digest('hex')).base32
}

const hashes = new Map<string, Promise<string>>()

/** Adds an admin, by default a plain one called ada with a second factor and no features. */
export async function anAdmin(context: Place, facts: AdminFacts = {}): Promise<Person> {
  const { username = 'ada', password = PASSWORD, isSuperAdmin = false } = facts
  const at = new Date(context.now())
  const secret = facts.secret ?? secretOf(username)
  const flags = Object.fromEntries((facts.features ?? []).map((flag) => [flag, true]))
  const added = await insertAdmin(context.db, {
    username,
    companyName: 'Harbour Goods',
    companyEmail: facts.email ?? `${username.toLowerCase()}@example.com`,
    phoneNumber: '5550100100',
    passwordHash: await hashOf(password),
    isSuperAdmin,
    features: { ...completeFeatures(flags), superAdmin: isSuperAdmin },
    totpSecret:
      facts.hasSecondFactor === false ? null : context.seal.seal(SEALED_FOR.totp(username), secret),
    cacheKey: context.seal.seal(SEALED_FOR.cacheKey(username), CACHE_KEY),
    createdAt: at,
    updatedAt: at,
  })
  if (!added) throw new Error(`${username} is there already`)
  return {
    username,
    password,
    secret,
    code: (moment = context.now()) => codeAt(secret, moment),
    session: (stage = 'full') => startSession(context.db, username, stage, context.now()),
  }
}

/** Adds a super admin. */
export function aSuperAdmin(context: Place, facts: AdminFacts = {}): Promise<Person> {
  return anAdmin(context, { username: 'root', isSuperAdmin: true, ...facts })
}

export interface MobileUserFacts {
  readonly userid?: string
  readonly password?: string
  readonly location?: string
  readonly isEverywhere?: boolean
  readonly features?: readonly MobileFeature[]
}

/** Adds a mobile user, by default one called picker1 who may count bins. */
export async function aMobileUser(context: Place, facts: MobileUserFacts = {}): Promise<void> {
  const { userid = 'picker1', password = 'pallet', features = ['binCount'] } = facts
  const at = new Date(context.now())
  await insertMobileUser(context.db, {
    userid,
    name: 'Pat Picker',
    passwordHash: await hashOf(password),
    location: facts.location ?? 'Main',
    multiLocationEnable: facts.isEverywhere ?? false,
    features: completeMobileFeatures(Object.fromEntries(features.map((flag) => [flag, true]))),
    createdAt: at,
    updatedAt: at,
  })
}

/** Hashing is slow on purpose, so each password is hashed only once in a run. */
function hashOf(password: string): Promise<string> {
  const known = hashes.get(password) ?? hashPassword(password)
  hashes.set(password, known)
  return known
}
