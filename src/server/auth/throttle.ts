/** Guessing is slow: attempts are counted per account and per address (decisions/server/rate-limits.md). */
import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { nameKey } from '#contract/name-key.ts'
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
 * How many attempts a window admits. An address may be that of a whole warehouse behind one
 * router, so it has many more than an account.
 */
const ADMITTED = {
  /** Passwords and codes together. */
  'sign-in': { account: 10, address: 100 },
  'mobile-sign-in': { account: 10, address: 100 },
  'password-reset': { account: 5, address: 100 },
  registration: { account: 10, address: 100 },
  'erp-settings': { account: 10, address: 100 },
  'erp-test': { account: 30, address: 100 },
} as const satisfies Record<string, { account: number; address: number }>

export type AttemptKind = keyof typeof ADMITTED

/** Whose attempt it is. */
export interface Subject {
  readonly kind: AttemptKind
  /** As it was typed, whether there is such an account or not; null where none is named. */
  readonly account: string | null
  readonly address: string
}

/** What is needed to count. */
export interface AttemptStore {
  readonly db: Database
  readonly now: () => number
}

/** Whether an attempt may be made. */
export type Verdict =
  | { readonly admitted: true; readonly counted: readonly string[] }
  | {
      readonly admitted: false
      readonly waitMs: number
      /** The first one refused in this window: enough to tell of it once. */
      readonly isFirst: boolean
    }

/**
 * Counts an attempt before it is made, so that any number of them at the same moment cannot pass.
 * A refused one does not make the wait longer.
 *
 * The window of an account ends 15 minutes after its last admitted attempt, so that in no 15 minutes
 * more are admitted than the number says. That of an address, where mistakes of many people come
 * together all day, ends 15 minutes after its first.
 *
 * An account has one count for the addresses it has signed in from, each on its own, and one for
 * all others together: who keeps guessing from elsewhere does not lock the owner out.
 */
export async function registerAttempt(store: AttemptStore, subject: Subject): Promise<Verdict> {
  const now = store.now()
  const admitted = ADMITTED[subject.kind]
  const keys: { key: string; most: number; extending: number }[] = [
    { key: addressKey(subject), most: admitted.address, extending: 1 },
  ]
  if (subject.account !== null) {
    const most = admitted.account
    keys.push({ key: await accountKey(store, subject), most, extending: most })
  }
  for (const { key, most, extending } of keys) {
    const window = { windowEndsAt: new Date(now + WINDOW_MS), extending }
    const { count, windowEndsAt } = await countAttempt(store.db, key, new Date(now), window)
    if (count > most)
      return { admitted: false, waitMs: windowEndsAt.getTime() - now, isFirst: count === most + 1 }
  }
  return { admitted: true, counted: keys.map(({ key }) => key) }
}

/** What was right was no guess: it does not count. */
export async function undoAttempt(store: AttemptStore, verdict: Verdict): Promise<void> {
  if (!verdict.admitted) return
  // One by one: two who hold one count each and wait for the other's would end each other.
  for (const key of verdict.counted) await decrementAttempt(store.db, key)
}

/** The owner has signed in: earlier mistakes are forgotten, and this address is known from now on. */
export async function clearAttempts(store: AttemptStore, subject: Subject): Promise<void> {
  await forgetAttempts(store.db, [await accountKey(store, subject)])
  const until = new Date(store.now() + ADDRESS_REMEMBERED_MS)
  await rememberUntil(store.db, knownKey(subject), until)
}

async function accountKey(store: AttemptStore, subject: Subject): Promise<string> {
  const known = await isRemembered(store.db, knownKey(subject), new Date(store.now()))
  return [subject.kind, 'account', nameOf(subject), known ? blockOf(subject.address) : '*'].join(
    '|',
  )
}

function addressKey(subject: Subject): string {
  return [subject.kind, 'address', blockOf(subject.address)].join('|')
}

function knownKey(subject: Subject): string {
  return ['known', nameOf(subject), blockOf(subject.address)].join('|')
}

/** What is typed as a name may be of any length, and may be a password. */
function nameOf({ account }: Subject): string {
  return createHash('sha256')
    .update(nameKey(account ?? ''))
    .digest('base64url')
}

/** An IPv6 caller commands a whole /64, so that counts as one address. */
export function blockOf(address: string): string {
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
