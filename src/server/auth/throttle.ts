/** Limits guessing: attempts are counted per account and per address (decisions/server/rate-limits.md). */
import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { nameKey } from '#contract/records/name-key.ts'
import {
  countAttempt,
  forgetAttempts,
  isRemembered,
  rememberUntil,
  decrementAttempt,
} from '#server/db/repositories/attempts.ts'
import type { Database } from '#server/db/database.ts'

const WINDOW_MS = 15 * 60_000
const ADDRESS_REMEMBERED_MS = 30 * 24 * 3_600_000

/**
 * Attempts allowed per window. An address may be a whole warehouse behind one router, so its limit is much
 * higher than that of an account.
 */
const ADMITTED = {
  /** Passwords and codes share one count. */
  'sign-in': { account: 10, address: 100 },
  /** Codes also have a count that a reset of the password leaves alone. */
  'second-factor': { account: 10, address: 100 },
  /** Every opening of the sign-in page asks for a challenge. */
  'passkey-challenge': { account: 1_000, address: 1_000 },
  'mobile-sign-in': { account: 10, address: 100 },
  'password-reset': { account: 5, address: 100 },
  registration: { account: 10, address: 100 },
  'erp-settings': { account: 10, address: 100 },
  'erp-test': { account: 30, address: 100 },
} as const satisfies Record<string, { account: number; address: number }>

export type AttemptKind = keyof typeof ADMITTED

/** The account and address of an attempt. */
export interface Subject {
  readonly kind: AttemptKind
  /** As typed, whether the account exists or not; null if none is given. */
  readonly account: string | null
  readonly address: string
}

/** What counting needs. */
export interface AttemptStore {
  readonly db: Database
  readonly now: () => number
}

/** An attempt that is allowed, with the keys that it is counted under. */
export interface Admitted {
  readonly admitted: true
  readonly counted: readonly string[]
}

/** Whether an attempt is allowed. */
export type Verdict =
  | Admitted
  | {
      readonly admitted: false
      readonly waitMs: number
      /** The first refusal in this window, so that it is logged only once. */
      readonly isFirst: boolean
    }

/**
 * Counts an attempt before it is made, so that concurrent attempts cannot slip through. A refused attempt
 * does not extend the wait, and one that the limit of the account refuses does not count against the address, because no password was checked.
 *
 * The window of an account ends 15 minutes after its last admitted attempt, so that no 15 minutes admit
 * more attempts than the limit. The window of an address ends 15 minutes after its first attempt, because
 * mistakes of many people add up there all day.
 *
 * An account has a count for each address it has signed in from, and one for all other addresses together.
 * Guessing from elsewhere therefore does not lock out the owner.
 */
export async function registerAttempt(store: AttemptStore, subject: Subject): Promise<Verdict> {
  const now = store.now()
  const admitted = ADMITTED[subject.kind]
  const keys: { key: string; limit: number; extending: number }[] = [
    { key: addressKey(subject), limit: admitted.address, extending: 1 },
  ]
  if (subject.account !== null) {
    const limit = admitted.account
    keys.push({ key: await accountKey(store, subject), limit, extending: limit })
  }
  const counted: string[] = []
  for (const { key, limit, extending } of keys) {
    const window = { windowEndsAt: new Date(now + WINDOW_MS), extending }
    const { count, windowEndsAt } = await countAttempt(store.db, key, new Date(now), window)
    if (count > limit) {
      // A device that keeps retrying with an old password must not lock out everyone behind the same router.
      for (const earlier of counted) await decrementAttempt(store.db, earlier)
      return { admitted: false, waitMs: windowEndsAt.getTime() - now, isFirst: count === limit + 1 }
    }
    counted.push(key)
  }
  return { admitted: true, counted }
}

/** A correct password or code is not a guess and is not counted. */
export async function undoAttempt(store: AttemptStore, verdict: Verdict): Promise<void> {
  if (!verdict.admitted) return
  // One at a time: two callers that each hold one row and wait for the other's would deadlock.
  for (const key of verdict.counted) await decrementAttempt(store.db, key)
}

/**
 * The owner has signed in with all factors: earlier mistakes are forgotten, and the address is known from now on.
 */
export async function clearAttempts(store: AttemptStore, subject: Subject): Promise<void> {
  await forgetAttempts(store.db, [
    await accountKey(store, subject),
    await accountKey(store, { ...subject, kind: 'second-factor' }),
  ])
  const until = new Date(store.now() + ADDRESS_REMEMBERED_MS)
  await rememberUntil(store.db, knownKey(subject), until)
}

/**
 * The password was reset: mistakes with the old one are forgotten. Wrong codes are not, because a link by mail proves
 * no second factor, and resets would otherwise allow any number of guesses.
 */
export async function clearPasswordAttempts(
  store: AttemptStore,
  account: string,
  address: string,
): Promise<void> {
  await forgetAttempts(store.db, [await accountKey(store, { kind: 'sign-in', account, address })])
}

async function accountKey(store: AttemptStore, subject: Subject): Promise<string> {
  const known = await isRemembered(store.db, knownKey(subject), new Date(store.now()))
  return [subject.kind, 'account', nameOf(subject), known ? networkOf(subject.address) : '*'].join(
    '|',
  )
}

function addressKey(subject: Subject): string {
  return [subject.kind, 'address', networkOf(subject.address)].join('|')
}

function knownKey(subject: Subject): string {
  return ['known', nameOf(subject), networkOf(subject.address)].join('|')
}

/** The typed name may have any length, and may be a password. */
function nameOf({ account }: Subject): string {
  return createHash('sha256')
    .update(nameKey(account ?? ''))
    .digest('base64url')
}

/** An IPv6 caller controls a whole /64, so it counts as one address. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  const [head = '', tail] = address.split('%')[0]?.toLowerCase().split('::') ?? []
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after]
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
