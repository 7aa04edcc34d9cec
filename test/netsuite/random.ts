/** Pseudo-random numbers in [0, 1), reproducible by the seed (mulberry32). */
export type Random = () => number

/** A new generator. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** An integer from `low` to `high`, inclusive. */
export function between(random: Random, low: number, high: number): number {
  return low + Math.floor(random() * (high - low + 1))
}

/** A random element. */
export function pick<T>(random: Random, choices: readonly T[]): T {
  const choice = choices[Math.floor(random() * choices.length)]
  if (choice === undefined) throw new RangeError('nothing to choose from')
  return choice
}

/** Shuffles the list in place. */
export function shuffle<T>(random: Random, list: T[]): void {
  for (let last = list.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1))
    const [a, b] = [list[last], list[other]]
    if (a === undefined || b === undefined) continue
    list[last] = b
    list[other] = a
  }
}
