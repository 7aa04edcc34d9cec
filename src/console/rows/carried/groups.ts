/** Records that make one row together. After a refresh only the groups of changed records are made again. */
import {
  hasManyUnused,
  carryOver,
  NEW,
  type ChangedPlaces,
} from '#console/rows/carried/changed-places.ts'
import { walk, type ChunkedTask } from '#console/rows/chunked-task.ts'
import { rememberDerivation } from '#console/rows/derivation.ts'
import { orderChange } from '#console/rows/carried/order-change.ts'

/** The records of one group, in their order. */
export interface Group<R> {
  readonly details: R[]
  /** The places of these records in the list. */
  readonly places: number[]
}

/** The number of a record's group, counted from 0. */
type NumberOf<R> = (record: R) => number

/** The groups of records, by their numbers. A new numbering gives them in order of first appearance. */
export interface Groups<R> {
  /** The number of each record's group. */
  readonly numbers: Int32Array
  readonly groups: readonly Group<R>[]
}

/** Groups records. */
export function* groupRecords<R>(
  records: readonly R[],
  numberOf: NumberOf<R>,
): ChunkedTask<Groups<R>> {
  const groups: Group<R>[] = []
  const numbers = new Int32Array(records.length)
  yield* walk(records, (record, place) => {
    const number = numberOf(record)
    numbers[place] = number
    const { details, places } = (groups[number] ??= { details: [], places: [] })
    details.push(record)
    places.push(place)
  })
  return { numbers, groups }
}

/** The rows of a list of grouped records. */
export interface GroupedRows<G> {
  /** The number of each record's group. */
  readonly numbers: Int32Array
  /** How many numbers there are; groups that have gone keep theirs. */
  readonly numbered: number
  /** The numbers of the groups, in order of first appearance. */
  readonly order: Int32Array
  /** The row of each group, in the same order. */
  readonly rows: readonly G[]
}

type MakeRow<R, G> = (group: Group<R>, number: number) => G

/** Makes a row of each group. */
export function* makeRows<R, G>(
  { numbers, groups }: Groups<R>,
  make: MakeRow<R, G>,
): ChunkedTask<GroupedRows<G>> {
  const rows: G[] = []
  yield* walk(groups, (group, number) => rows.push(make(group, number)))
  return { numbers, numbered: rows.length, order: Int32Array.from(rows.keys()), rows }
}

/**
 * The rows of a list that was made from a grouped one. Rows whose records did not change stay the same objects. How the
 * rows were made from those before is remembered. Null once it is better to number the groups from scratch.
 * @param numberOf continues the numbering of the list before
 */
export function* remakeRows<R extends object, G extends object>(
  known: GroupedRows<G>,
  records: readonly R[],
  change: ChangedPlaces,
  numberOf: NumberOf<R>,
  make: MakeRow<R, G>,
): ChunkedTask<GroupedRows<G> | null> {
  const numbers = new Int32Array(records.length)
  carryOver(known.numbers, change, numbers)
  let { numbered } = known
  const changed = new Set(change.removed.map((place) => known.numbers[place] ?? 0))
  yield* walk(change.fresh, (place, nth) => {
    const record = records[place]
    if (!record) return
    const number = numberOf(record)
    numbers[place] = number
    numbered = Math.max(numbered, number + 1)
    changed.add(number)
    const before = change.formerly[nth] ?? NEW
    if (before !== NEW) changed.add(known.numbers[before] ?? 0)
  })
  const isChanged = new Uint8Array(numbered)
  for (const number of changed) isChanged[number] = 1
  const { order, groups } = yield* orderGroups(records, numbers, isChanged)
  if (hasManyUnused(numbered, order.length)) return null
  const rows: G[] = []
  let then = 0
  yield* walk(order, (number) => {
    const group = groups.get(number)
    if (group) {
      rows.push(make(group, number))
      return
    }
    // The unchanged groups follow one another as they did before.
    while (isChanged[known.order[then] ?? 0] === 1) then += 1
    const row = known.rows[then]
    if (row) rows.push(row)
    then += 1
  })
  const rowChange = yield* orderChange(known.order, order, isChanged)
  rememberDerivation(rows, { from: known.rows, ...rowChange })
  return { numbers, numbered, order, rows }
}

interface OrderedGroups<R> {
  readonly order: Int32Array
  /** The changed groups, by their numbers. */
  readonly groups: ReadonlyMap<number, Group<R>>
}

/** The numbers of all groups in order of first appearance, and the records of the changed ones. */
function* orderGroups<R>(
  records: readonly R[],
  numbers: Int32Array,
  isChanged: Uint8Array,
): ChunkedTask<OrderedGroups<R>> {
  const order = new Int32Array(isChanged.length)
  const isSeen = new Uint8Array(isChanged.length)
  const groups = new Map<number, Group<R>>()
  let count = 0
  yield* walk(numbers, (number, place) => {
    if (isSeen[number] !== 1) {
      isSeen[number] = 1
      order[count] = number
      count += 1
    }
    if (isChanged[number] !== 1) return
    const record = records[place]
    if (!record) return
    const group = groups.get(number) ?? { details: [], places: [] }
    groups.set(number, group)
    group.details.push(record)
    group.places.push(place)
  })
  return { order: order.subarray(0, count), groups }
}
