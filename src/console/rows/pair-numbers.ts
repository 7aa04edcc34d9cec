/** Tells hundreds of thousands of rows apart by two of their values, without a text made of both for each. */
import { formatText } from '#console/rows/formats.ts'

/** How two values read, `''` for nothing. */
export type Pair = readonly [one: string, other: string]

export interface PairNumbers {
  /** Pairs that read the same have one number; the first is 0. */
  readonly numberOf: (one: unknown, other: unknown) => number
  /** Each pair at its number. */
  readonly pairs: readonly Pair[]
}

/** What was met beside one value: mostly the same each time, which is found without a map of its own. */
interface Beside {
  readonly first: unknown
  readonly number: number
  others?: Map<unknown, number>
}

export function numberPairs(): PairNumbers {
  const pairs: Pair[] = []
  const known = new Map<unknown, Beside>()
  const add = (one: unknown, other: unknown): number =>
    pairs.push([shownText(one), shownText(other)]) - 1
  return {
    pairs,
    numberOf: (one, other) => {
      let beside = known.get(one)
      if (!beside) {
        beside = known.get(shownText(one)) ?? { first: other, number: add(one, other) }
        known.set(shownText(one), beside).set(one, beside)
      }
      const { first, number } = beside
      if (other === first) return number
      const others = (beside.others ??= new Map([[shownText(first), number]]))
      const again = others.get(other) ?? others.get(shownText(other)) ?? add(one, other)
      others.set(shownText(other), again).set(other, again)
      return again
    },
  }
}

function shownText(value: unknown): string {
  // Other servers may send an object, which must not read as '[object Object]'.
  return value === null || value === undefined || value === '' ? '' : formatText(value)
}
