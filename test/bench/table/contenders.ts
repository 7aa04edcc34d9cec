/** Who takes part in the table's bench. */
import { OURS } from '#test/bench/compare.ts'
import type { ContenderName } from '#test/bench/table/pages/contender.ts'

export interface Peer {
  readonly name: ContenderName
  /** As a reader knows it. */
  readonly title: string
  /** Whether it is measured under these conditions: some take minutes. */
  readonly takesPart: (rows: number, speed: number) => boolean
}

const always = (): boolean => true

/** Who takes part, ours first. */
export const CONTENDERS: readonly Peer[] = [
  { name: 'ours', title: OURS, takesPart: always },
  { name: 'mui', title: 'MUI X Data Grid', takesPart: always },
  { name: 'mdt', title: 'mantine-datatable', takesPart: always },
  { name: 'ra', title: 'react-admin, List', takesPart: always },
  {
    name: 'ag',
    title: 'AG Grid',
    // Otherwise a visit takes minutes; the other one differs in the search alone, and is faster.
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
