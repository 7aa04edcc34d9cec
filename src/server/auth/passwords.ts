/** Passwords at rest: argon2id with OWASP's parameters, a few at a time (decisions/server/secrets.md). */
import { hash, verify } from '@node-rs/argon2'

/** OWASP Password Storage Cheat Sheet, argon2id: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Each hash takes 19 MiB and a thread for its time: more at once would only starve each other. */
const HASHES_AT_ONCE = 4
const HASHES_WAITING = 100

/** So many passwords wait to be hashed that another one would only wait in vain. */
export class HashQueueFull extends Error {
  /** When to try again, in seconds. */
  readonly retryAfterS = 5

  constructor() {
    super(`${HASHES_WAITING} passwords wait to be hashed`)
    this.name = 'HashQueueFull'
  }
}

/**
 * The stored form of a password, in PHC form.
 * @throws HashQueueFull
 */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, COST))
}

/**
 * Whether a password is the stored one. For an account that does not exist pass null: the answer is
 * no, after the same work, so that the time does not tell (decisions/server/rate-limits.md).
 * @throws HashQueueFull
 */
export function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  return inTurn(async () => {
    const right = await verify(stored ?? NOBODYS, password)
    return right && stored !== null
  })
}

const base64 = (bytes: number): string =>
  Buffer.alloc(bytes, 7).toString('base64').replaceAll('=', '')

/** A well-formed hash of no known password, as costly to compare with as a real one. */
const NOBODYS = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${base64(16)}$${base64(32)}`

let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= HASHES_AT_ONCE) {
    if (waiting.length >= HASHES_WAITING) throw new HashQueueFull()
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running += 1
  }
  try {
    return await work()
  } finally {
    // A waiting one takes over the place, so `running` stays as it is.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
