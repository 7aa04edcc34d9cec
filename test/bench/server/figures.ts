/** The figures of the server: one list, requested in every way that consoles use. */
import type { Figure } from '#test/bench/figures.ts'

/** The number of concurrent consoles. */
export const CLIENTS = 50
/** The number of consecutive requests of each console. */
export const ANSWERS_EACH = 10
/** One in this many rows has changed. */
export const ONE_CHANGED_IN = 100

export const SERVER_FIGURES = [
  { id: 'serverFull', title: 'full list', unit: 'ms' },
  { id: 'serverPacked', title: 'full list, compressed as browsers ask for it', unit: 'ms' },
  { id: 'serverUnchanged', title: 'unchanged list (304)', unit: 'ms' },
  { id: 'serverDelta', title: '1 % changed (`?since`)', unit: 'ms' },
  {
    id: 'serverClientsUnchanged',
    title: `${String(CLIENTS)} clients at once, ${String(ANSWERS_EACH)} × 304 each`,
    unit: 'ms',
  },
  {
    id: 'serverClientsDelta',
    title: `${String(CLIENTS)} clients at once, 1 % changed`,
    unit: 'ms',
  },
  { id: 'serverClientsFull', title: `${String(CLIENTS)} clients at once, full list`, unit: 'ms' },
] as const satisfies readonly Figure[]

export type ServerFigureId = (typeof SERVER_FIGURES)[number]['id']
