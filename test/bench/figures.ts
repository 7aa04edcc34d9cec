/** What the bench measures of anything: a figure of a contender, under conditions. */

/** What is measured, and how little it should be. */
export interface Figure {
  readonly id: string
  readonly title: string
  readonly unit: 'ms' | 'MB' | 'draws'
  /** The goal of its own, by rows and speed (1 is normal, 4 a quarter); absent where there is none. */
  readonly goal?: (rows: number, speed: number) => number | undefined
}

/** One measurement. */
export interface Sample {
  readonly figure: string
  readonly rows: number
  readonly speed: number
  readonly contender: string
  readonly value: number
}

/** What a contender could not do under these conditions, or not within so many seconds. */
export interface GivenUp extends Omit<Sample, 'value'> {
  readonly overSeconds: number
}

/** What was measured of one figure under the same conditions. */
export interface Line {
  readonly figure: string
  readonly title: string
  readonly unit: Figure['unit']
  readonly rows: number
  readonly speed: number
  readonly ours: number
  readonly peer: { readonly name: string; readonly value: number } | null
  /** Ours in relation to the best peer. */
  readonly ratio: number | null
  readonly verdict: 'ahead' | 'tie' | 'behind' | 'alone'
  readonly goal: number | null
  /** Whether the goal is met; null where there is none. */
  readonly reached: boolean | null
  /** The medians of all, and how many measurements each is the middle of. */
  readonly medians: Readonly<Record<string, { readonly value: number; readonly of: number }>>
}
