/** `DEMO_ROWS`: how many inventory rows the demo has (decisions/server/operation.md). */
import { BadSettings } from '#server/env.ts'

const DEFAULT_ROWS = 5_000
const MAX_ROWS = 250_000

/**
 * Reads the setting.
 * @throws BadSettings for anything but a whole number up to 250,000
 */
export function readDemoRows(given: string | undefined): number {
  if (given === undefined || given.trim() === '') return DEFAULT_ROWS
  const rows = Number(given)
  if (Number.isInteger(rows) && rows >= 1 && rows <= MAX_ROWS) return rows
  throw new BadSettings([
    `DEMO_ROWS must be a whole number from 1 to ${String(MAX_ROWS)}, but is '${given}'.`,
  ])
}
