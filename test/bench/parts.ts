/** What a bench is made of: parts that are measured one after the other, and kept beside each other. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CACHE } from '#test/bench/cache.ts'
import type { Dose } from '#test/bench/dose.ts'
import type { GivenUp, Line } from '#test/bench/figures.ts'

/** One of them: under these conditions. */
export interface Part {
  readonly of: 'table' | 'server'
  readonly rows: number
  /** How many times slower the page's thread is made; 1 for the server. */
  readonly speed: number
}

/** What a run found of a part, and where. */
export interface Found extends Part {
  readonly at: string
  /** The browser, or the database, with its version. */
  readonly beside: string
  readonly machine: string
  /** Of the machine over the last minute, as the part began: what else it was doing. */
  readonly load: number
  readonly seconds: number
  /** How many rounds went into it, of how many. */
  readonly rounds: readonly [number, number]
  readonly lines: readonly Line[]
  readonly givenUp: readonly GivenUp[]
}

/** So many rows are what the goals speak of. */
export const GOALS_AT = 100_000

/** The parts that are asked for, the most important first: a run that is cut knows those. */
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

/** About how long it takes beside others. */
export function weightOf({ of, rows, speed }: Part): number {
  if (of === 'server') return 1
  return (rows < GOALS_AT ? 2 : 4) * (speed === 1 ? 1 : 2)
}

const RESULT = join(CACHE, 'result.json')

/** What earlier runs have found, part by part. */
export async function readFound(): Promise<Found[]> {
  try {
    const { parts }: { readonly parts?: Found[] } = JSON.parse(await readFile(RESULT, 'utf8'))
    return parts ?? []
  } catch {
    return []
  }
}

/** Puts a part in the place of what was known of it, and answers all of them in their order. */
export async function keepFound(found: Found): Promise<Found[]> {
  const isOther = (one: Found): boolean => nameOf(one) !== nameOf(found)
  const parts = [...(await readFound()).filter(isOther), found].toSorted(
    (a, b) => b.of.localeCompare(a.of) || a.speed - b.speed || a.rows - b.rows,
  )
  await mkdir(CACHE, { recursive: true })
  await writeFile(RESULT, `${JSON.stringify({ parts }, null, 2)}\n`)
  return parts
}

/** As a reader knows it. */
export function nameOf({ of, rows, speed }: Part): string {
  const at =
    of === 'server' ? '' : speed === 1 ? ', normal speed' : `, 1/${String(speed)} of the speed`
  return `${of}, ${rows.toLocaleString('en')} rows${at}`
}
