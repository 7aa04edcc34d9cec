/** The figures of the bench: each is measured for a contender under some conditions. */

/** A figure and its goal. */
export interface Figure {
  readonly id: string
  readonly title: string
  readonly unit: 'ms' | 'MB' | 'draws'
  /** The goal, by rows and speed (1 is normal, 4 a quarter); absent when there is none. */
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

/** A figure that a contender could not reach under these conditions, or not within the time limit. */
export interface GivenUp extends Omit<Sample, 'value'> {
  readonly overSeconds: number
}

/** All measurements of one figure under the same conditions. */
export interface Line {
  readonly figure: string
  readonly title: string
  readonly unit: Figure['unit']
  readonly rows: number
  readonly speed: number
  readonly ours: number
  readonly peer: { readonly name: string; readonly value: number } | null
  /** Our value divided by that of the best peer. */
  readonly ratio: number | null
  readonly verdict: 'ahead' | 'tie' | 'behind' | 'alone'
  readonly goal: number | null
  /** Whether the goal is met; null without a goal. */
  readonly reached: boolean | null
  /** The medians of all contenders, and the number of measurements of each. */
  readonly medians: Readonly<Record<string, { readonly value: number; readonly of: number }>>
}
