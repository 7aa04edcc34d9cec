/**
 * Password storage: argon2id with OWASP's parameters, a few hashes at a time (decisions/server/secrets.md).
 */
import { hash, verify } from '@node-rs/argon2'

/** OWASP Password Storage Cheat Sheet, argon2id: 19 MiB, two passes, parallelism 1. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Each hash needs 19 MiB and a thread. Running more at once would only slow down all of them. */
const HASHES_AT_ONCE = 4
const HASHES_WAITING = 100

/** The queue of passwords to hash is so long that another one would time out. */
export class HashQueueFull extends Error {
  /** When to retry, in seconds. */
  readonly retryAfterS = 5

  constructor() {
    super(`${HASHES_WAITING} passwords wait to be hashed`)
    this.name = 'HashQueueFull'
  }
}

/**
 * Hashes a password, in PHC format.
 * @throws HashQueueFull
 */
export function hashPassword(password: string): Promise<string> {
  return withHashSlot(() => hash(password, COST))
}

/**
 * Whether a password matches a stored hash. Pass null if the account does not exist: the answer is false
 * after the same work, so that the response time does not reveal it (decisions/server/rate-limits.md).
 * @throws HashQueueFull
 */
export function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  return withHashSlot(async () => {
    const right = await verify(stored ?? UNKNOWN_HASH, password)
    return right && stored !== null
  })
}

/**
 * The first of some hashes that a secret matches, or null. Compares at least `least` hashes, and all of them
 * whatever is found, so that the response time does not reveal which one matched or how many there are. Takes
 * one place in the queue.
 * @throws HashQueueFull
 */
export function findMatch(
  secret: string,
  hashes: readonly string[],
  least: number,
): Promise<string | null> {
  const fillers = Array.from({ length: Math.max(0, least - hashes.length) }, () => UNKNOWN_HASH)
  return withHashSlot(async () => {
    let found: string | null = null
    for (const stored of [...hashes, ...fillers]) {
      const isRight = await verify(stored, secret)
      if (isRight && stored !== UNKNOWN_HASH) found ??= stored
    }
    return found
  })
}

const base64 = (bytes: number): string =>
  Buffer.alloc(bytes, 7).toString('base64').replaceAll('=', '')

/** A well-formed hash of an unknown password, which takes as long to verify as a real one. */
const UNKNOWN_HASH = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${base64(16)}$${base64(32)}`

let running = 0
const waiting: (() => void)[] = []

async function withHashSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running >= HASHES_AT_ONCE) {
    if (waiting.length >= HASHES_WAITING) throw new HashQueueFull()
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running += 1
  }
  try {
    return await work()
  } finally {
    // The next in the queue takes over this slot, so `running` does not change.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
