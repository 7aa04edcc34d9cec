/** How much of the machine `npm test` uses, and for how long. */
import { availableParallelism } from 'node:os'

/** More than these would wait for each other: the longest single files set the pace. */
const MAX_CORES = 8

export const CORES = Math.min(availableParallelism(), MAX_CORES)

/** Worker processes of a large suite. Half the cores, because several suites run at a time. */
export const WORKERS = Math.max(1, Math.floor(CORES / 2))

/**
 * Ends what hangs; it measures nothing. Several times what each takes on two idle cores, because a slower machine that
 * does other work beside it has been seen to take three times as long.
 */
const MINUTES = {
  'the whole run': 45,
  install: 15,
  build: 6,
  format: 3,
  lint: 6,
  types: 6,
  contract: 5,
  netsuite: 5,
  guessing: 5,
  house: 6,
  console: 25,
  server: 30,
  'server-postgres': 25,
  browser: 25,
  files: 30,
}

/** @typedef {keyof typeof MINUTES} Timed */

/**
 * The time limit of a step, or of the whole run.
 * @param {Timed} name
 */
export function limitMs(name) {
  return MINUTES[name] * 60_000
}
