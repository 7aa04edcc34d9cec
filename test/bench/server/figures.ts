/** The figures of the server: one list, requested in every way that consoles use. */
import type { Figure } from '#test/bench/figures.ts'

/** The number of concurrent consoles. */
export const CLIENTS = 50
/** The number of consecutive requests of each console. */
export const ANSWERS_EACH = 10
/** One in this many rows has changed. */
export const ONE_CHANGED_IN = 100

/** The number of rows for which goals are set, in ms. */
const goal = (ms: number) => (rows: number) => (rows === 100_000 ? ms : undefined)

export const SERVER_FIGURES = [
  { id: 'serverFull', title: 'full list', unit: 'ms' },
  { id: 'serverPacked', title: 'full list, compressed as browsers ask for it', unit: 'ms' },
  { id: 'serverReady', title: 'full list, compressed, beside bytes lying ready', unit: 'ms' },
  { id: 'serverPart', title: 'a part of the list', unit: 'ms' },
  { id: 'serverCounts', title: 'the counts of the lists', unit: 'ms' },
  { id: 'serverUnchanged', title: 'unchanged list (304)', unit: 'ms', goal: goal(1) },
  { id: 'serverDelta', title: '1 % changed (`?since`)', unit: 'ms', goal: goal(5) },
  {
    id: 'serverClientsUnchanged',
    title: `${String(CLIENTS)} clients at once, ${String(ANSWERS_EACH)} × 304 each`,
    unit: 'ms',
    goal: goal(120),
  },
  {
    id: 'serverClientsDelta',
    title: `${String(CLIENTS)} clients at once, 1 % changed`,
    unit: 'ms',
  },
  { id: 'serverClientsFull', title: `${String(CLIENTS)} clients at once, full list`, unit: 'ms' },
  {
    id: 'serverClientsReady',
    title: `${String(CLIENTS)} clients at once, full list, compressed`,
    unit: 'ms',
  },
  { id: 'serverMemory', title: 'most resident memory until then', unit: 'MB' },
] as const satisfies readonly Figure[]

export type ServerFigureId = (typeof SERVER_FIGURES)[number]['id']
