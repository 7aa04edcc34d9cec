/** The contenders of the table's bench. */
import { OURS } from '#test/bench/compare.ts'
import type { ContenderName } from '#test/bench/table/pages/contender.ts'

export interface Peer {
  readonly name: ContenderName
  /** The name in the report. */
  readonly title: string
  /** Whether it is measured under these conditions: some take minutes. */
  readonly takesPart: (rows: number, speed: number) => boolean
}

const always = (): boolean => true

/** All contenders, ours first. */
export const CONTENDERS: readonly Peer[] = [
  { name: 'ours', title: OURS, takesPart: always },
  { name: 'mui', title: 'MUI X Data Grid', takesPart: always },
  { name: 'mdt', title: 'mantine-datatable', takesPart: always },
  { name: 'ra', title: 'react-admin, List', takesPart: always },
  {
    name: 'ag',
    title: 'AG Grid',
    // Otherwise a visit takes minutes. The other variant differs only in the search, and is faster.
    takesPart: (rows, speed) => rows <= 10_000 || (rows <= 100_000 && speed === 1),
  },
  { name: 'agCached', title: 'AG Grid, cacheQuickFilter', takesPart: always },
  {
    name: 'mrt',
    title: 'mantine-react-table, plain',
    // At 100,000 rows a single sort takes five seconds at normal speed, and fifteen at a quarter.
    takesPart: (rows, speed) => rows <= 10_000 || (rows <= 100_000 && speed === 1),
  },
]
