/** How much of the machine `npm test` uses, and for how long. */
import { availableParallelism } from 'node:os'

/** More than these would wait for each other: the longest single files set the pace. */
const MAX_CORES = 8

export const CORES = Math.min(availableParallelism(), MAX_CORES)

/** Worker processes of a large suite. Half the cores, because several suites run at a time. */
export const WORKERS = Math.max(1, Math.floor(CORES / 2))

/** Ends what hangs; it measures nothing. */
const MINUTES = {
  'the whole run': 20,
  install: 8,
  build: 3,
  format: 1,
  lint: 3,
  types: 3,
  contract: 2,
  netsuite: 2,
  guessing: 2,
  house: 3,
  console: 10,
  server: 14,
  'server-postgres': 12,
  browser: 12,
  files: 14,
}

/** @typedef {keyof typeof MINUTES} Timed */

/**
 * The time limit of a step, or of the whole run.
 * @param {Timed} name
 */
export function limitMs(name) {
  return MINUTES[name] * 60_000
}
