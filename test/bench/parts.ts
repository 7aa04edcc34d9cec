/** The parts of the bench, which are measured one after the other and stored together. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CACHE } from '#test/bench/cache.ts'
import type { Dose } from '#test/bench/dose.ts'
import type { GivenUp, Line } from '#test/bench/figures.ts'

/** A part: its conditions. */
export interface Part {
  readonly of: 'table' | 'server'
  readonly rows: number
  /** The slowdown factor of the page's thread; 1 for the server. */
  readonly speed: number
}

/** The result of a part, and the machine it was measured on. */
export interface Found extends Part {
  readonly at: string
  /** The browser, or the database, with its version. */
  readonly beside: string
  readonly machine: string
  /** The load average of the last minute when the part began, which shows what else the machine was doing. */
  readonly load: number
  readonly seconds: number
  /** The numbers of finished and of planned rounds. */
  readonly rounds: readonly [number, number]
  readonly lines: readonly Line[]
  readonly givenUp: readonly GivenUp[]
}

/** The number of rows for which goals are set. */
export const GOALS_AT = 100_000

/** The requested parts, the most important first, so that an interrupted run has those. */
export function partsOf({ rows, speeds, only }: Dose): Part[] {
  const wantsServer = only === null || only.has('server')
  const wantsTable = only === null || [...only].some((name) => name !== 'server')
  const tables = speeds
    .flatMap((speed) => rows.map((count): Part => ({ of: 'table', rows: count, speed })))
    .filter(() => wantsTable)
    .toSorted((a, b) => weightOf(a) - weightOf(b))
  const servers = rows.map((count): Part => ({ of: 'server', rows: count, speed: 1 }))
  return [
    ...tables.filter((part) => part.rows === GOALS_AT),
    ...(wantsServer ? servers : []),
    ...tables.filter((part) => part.rows !== GOALS_AT),
  ]
}

/** The relative duration of a part. */
export function weightOf({ of, rows, speed }: Part): number {
  if (of === 'server') return 1
  return (rows < GOALS_AT ? 2 : 4) * (speed === 1 ? 1 : 2)
}

const RESULT = join(CACHE, 'result.json')

/** The results of earlier runs, by part. */
export async function readFound(): Promise<Found[]> {
  try {
    const { parts }: { readonly parts?: Found[] } = JSON.parse(await readFile(RESULT, 'utf8'))
    return parts ?? []
  } catch {
    return []
  }
}

/** Replaces the earlier result of a part, and returns all results in their order. */
export async function keepFound(found: Found): Promise<Found[]> {
  const isOther = (one: Found): boolean => nameOf(one) !== nameOf(found)
  const parts = [...(await readFound()).filter(isOther), found].toSorted(
    (a, b) => b.of.localeCompare(a.of) || a.speed - b.speed || a.rows - b.rows,
  )
  await mkdir(CACHE, { recursive: true })
  await writeFile(RESULT, `${JSON.stringify({ parts }, null, 2)}\n`)
  return parts
}

/** The name of a part in the report. */
export function nameOf({ of, rows, speed }: Part): string {
  const at =
    of === 'server' ? '' : speed === 1 ? ', normal speed' : `, 1/${String(speed)} of the speed`
  return `${of}, ${rows.toLocaleString('en')} rows${at}`
}
