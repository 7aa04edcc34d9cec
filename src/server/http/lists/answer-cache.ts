/** Answers that many clients get: made once, and sent from memory (decisions/server/hot-path.md). */

/** Which answer: one of several of a version of a list. */
export interface Wanted {
  readonly list: string
  /** When a list is asked for in another version than before, its answers are dropped. */
  readonly version: string
  /** Which of the answers, in which encoding. */
  readonly which: string
}

/** An answer as it is kept. */
export interface Cached {
  readonly body: Buffer
  /** The version that it has; one that was made later may have another version than wanted, and is not kept. */
  readonly version: string
}

/** What was asked for counts too: a client chooses its length, and an answer may be empty. */
const BYTES_PER_CHARACTER = 2

export interface AnswerCache<T extends Cached> {
  /**
   * The answer, from memory if it is there. Clients that ask while it is being made wait for it. An answer
   * that could not be made is not kept.
   */
  readonly take: (wanted: Wanted, make: () => Promise<T>) => Promise<T>
  /** How many bytes the answers in memory take, with what was asked for. */
  readonly bytes: () => number
}

/**
 * Creates an empty cache.
 * @param maxBytes the answers that were not used for longest are dropped above this
 */
export function createAnswerCache<T extends Cached>(maxBytes: number): AnswerCache<T> {
  /** The least recently used first. */
  const kept = new Map<
    string,
    { readonly list: string; readonly answer: T; readonly size: number }
  >()
  const underWay = new Map<string, Promise<T>>()
  const versions = new Map<string, string>()
  let bytes = 0

  const drop = (key: string): void => {
    bytes -= kept.get(key)?.size ?? 0
    kept.delete(key)
  }

  const see = ({ list, version }: Wanted): void => {
    if (versions.get(list) === version) return
    versions.set(list, version)
    for (const [key, one] of kept) if (one.list === list) drop(key)
  }

  const keep = (key: string, wanted: Wanted, answer: T): void => {
    const size = answer.body.length + BYTES_PER_CHARACTER * wanted.which.length
    if (versions.get(wanted.list) !== wanted.version || size > maxBytes) return
    drop(key)
    kept.set(key, { list: wanted.list, answer, size })
    bytes += size
    for (const oldest of kept.keys()) if (bytes > maxBytes) drop(oldest)
  }

  return {
    take: (wanted, make) => {
      const key = JSON.stringify([wanted.list, wanted.version, wanted.which])
      see(wanted)
      const known = kept.get(key)
      if (known) {
        kept.delete(key)
        kept.set(key, known)
        return Promise.resolve(known.answer)
      }
      const present = underWay.get(key)
      if (present) return present
      const made = make()
        .then((answer) => {
          if (answer.version === wanted.version) keep(key, wanted, answer)
          return answer
        })
        .finally(() => underWay.delete(key))
      underWay.set(key, made)
      return made
    },
    bytes: () => bytes,
  }
}
