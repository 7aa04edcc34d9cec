/** Numbers pairs of values, to group hundreds of thousands of rows without building a key text for each. */
import { formatText } from '#console/rows/formats.ts'

/** Two displayed values, `''` for nothing. */
export type Pair = readonly [one: string, other: string]

export interface PairNumbers {
  /** Pairs that read the same get the same number, counted from 0. */
  readonly numberOf: (one: unknown, other: unknown) => number
  /** The pairs by number. */
  readonly pairs: readonly Pair[]
}

/** What occurred together with one value: mostly the same each time, which needs no map. */
interface SecondValues {
  readonly first: unknown
  readonly number: number
  others?: Map<unknown, number>
}

export function numberPairs(): PairNumbers {
  const pairs: Pair[] = []
  const known = new Map<unknown, SecondValues>()
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
  // Other servers may send an object, which must not be displayed as '[object Object]'.
  return value === null || value === undefined || value === '' ? '' : formatText(value)
}
