/** How much of the machine `npm test` uses, and for how long. */
import { availableParallelism } from 'node:os'

/** More than these would wait for each other: the longest single files set the pace. */
const MAX_CORES = 8

export const CORES = Math.min(availableParallelism(), MAX_CORES)

/** Worker processes of a large suite. Half the cores, because several suites run at a time. */
export const WORKERS = Math.max(1, Math.floor(CORES / 2))

/** Ends what hangs; it measures nothing. Machines with two cores differ by a factor of two. */
const MINUTES = {
  'the whole run': 30,
  install: 8,
  build: 3,
  format: 1,
  lint: 3,
  types: 3,
  contract: 2,
  netsuite: 2,
  guessing: 2,
  house: 3,
  console: 18,
  server: 22,
  'server-postgres': 18,
  browser: 20,
  files: 22,
}

/** @typedef {keyof typeof MINUTES} Timed */

/**
 * The time limit of a step, or of the whole run.
 * @param {Timed} name
 */
export function limitMs(name) {
  return MINUTES[name] * 60_000
}
