/** The figures of the table and its goals (decisions/console/table-engine.md): 1 to 16 and 19. */
import type { Figure } from '#test/bench/figures.ts'

/** The number of rows for which goals are set. */
const GOALS_AT = 100_000
const MOST = 250_000

type Goal = (rows: number, speed: number) => number | undefined

/** Goals at 100,000 rows, at normal and at quarter speed, and at 250,000 rows if there is one. */
function goal(normal: number, quarter: number, most?: readonly [number, number]): Goal {
  return (rows, speed) => {
    const at = rows === GOALS_AT ? [normal, quarter] : rows === MOST ? most : undefined
    return at && (speed === 1 ? at[0] : at[1])
  }
}

/** The same goal for any number of rows. */
function always(normal: number, quarter = normal): Goal {
  return (_, speed) => (speed === 1 ? normal : quarter)
}

/** The figures of a visit to a page with the usual rows. */
export const USUAL = [
  { id: 'mount10', title: 'mount, 10 rows a page', unit: 'ms', goal: goal(55, 190) },
  { id: 'mount100', title: 'mount, 100 rows a page', unit: 'ms', goal: goal(80, 300) },
  { id: 'firstMount', title: 'first mount in a cold page', unit: 'ms', goal: goal(150, 600) },
  { id: 'search', title: 'search, a key', unit: 'ms', goal: goal(40, 100, [50, 150]) },
  { id: 'firstSearch', title: 'search, the first key ever', unit: 'ms', goal: goal(100, 250) },
  { id: 'hastySearch', title: 'search, at once after the mount', unit: 'ms' },
  { id: 'sortText', title: 'sort by a text', unit: 'ms', goal: goal(40, 100) },
  { id: 'sortTextCold', title: 'sort by a text, first time', unit: 'ms', goal: goal(150, 500) },
  { id: 'sortBin', title: 'sort by a nearly unique text', unit: 'ms', goal: goal(40, 100) },
  {
    id: 'sortBinCold',
    title: 'sort by a nearly unique text, first time',
    unit: 'ms',
    goal: goal(150, 500),
  },
  { id: 'sortNumber', title: 'sort by a number', unit: 'ms', goal: goal(40, 100) },
  { id: 'sortNumberCold', title: 'sort by a number, first time', unit: 'ms' },
  { id: 'page', title: 'next page of 100 rows', unit: 'ms', goal: goal(30, 85) },
  { id: 'hide10', title: 'hide a column, 10 rows a page', unit: 'ms', goal: goal(34, 85) },
  { id: 'hide100', title: 'hide a column, 100 rows a page', unit: 'ms', goal: goal(34, 105) },
  { id: 'filter', title: 'column filter, a key', unit: 'ms', goal: goal(36, 85) },
  { id: 'resize', title: 'resize a column, work a move', unit: 'ms', goal: goal(10, 40) },
  { id: 'dialog', title: 'open a dialog, work', unit: 'ms' },
  {
    id: 'dialogDraws',
    title: 'open a dialog, cells and heads drawn',
    unit: 'draws',
    goal: always(0),
  },
  { id: 'heap', title: 'heap above the data, indexed', unit: 'MB', goal: goal(8, 8, [12, 12]) },
] as const satisfies readonly Figure[]

/** The figures of a sheet of 205 columns. */
export const WIDE = [
  {
    id: 'wideMount',
    title: '205 columns: mount, 100 rows a page',
    unit: 'ms',
    goal: always(55, 250),
  },
  { id: 'wideStep', title: '205 columns: a step sideways', unit: 'ms', goal: always(30, 110) },
] as const satisfies readonly Figure[]

/** The figures of rows that arrive. */
export const ARRIVAL = [
  {
    id: 'aggregate',
    title: 'aggregation, the page is blocked',
    unit: 'ms',
    goal: (rows) => (rows === MOST ? 20 : undefined),
  },
  {
    id: 'aggregateWhole',
    title: 'aggregation, all of the work',
    unit: 'ms',
    goal: (rows, speed) => (rows === MOST && speed === 1 ? 80 : undefined),
  },
  { id: 'coldFirst', title: 'cold start: first rows read', unit: 'ms', goal: goal(10, 30) },
  {
    id: 'coldAll',
    title: 'cold start: all rows usable',
    unit: 'ms',
    goal: goal(240, 900, [600, 2_000]),
  },
  {
    id: 'refreshUnchanged',
    title: 'refresh, nothing changed (304): work of the page',
    unit: 'ms',
  },
  {
    id: 'refreshChanged',
    title: 'refresh, 1 % changed: work of the page',
    unit: 'ms',
    goal: goal(60, 240),
  },
  {
    id: 'refreshKept',
    title: 'refresh, 1 % changed: written to the device',
    unit: 'ms',
    goal: goal(25, 60),
  },
  { id: 'longestTask', title: 'longest task, arrival to indexed', unit: 'ms', goal: always(50) },
] as const satisfies readonly Figure[]

export const FIGURES = [...USUAL, ...WIDE, ...ARRIVAL]

export type FigureId = (typeof FIGURES)[number]['id']
