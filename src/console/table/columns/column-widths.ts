/** How wide each column is drawn: by default, or by its content where there is too little room. */
import {
  COLUMN_LEAST_WIDTH_PX,
  COLUMN_MAX_WIDTH_PX,
  COLUMN_MIN_WIDTH_PX,
} from '#contract/constants.ts'
import { isWidthSet, type TableLayout } from '#console/table/columns/table-layout.ts'

/** What is known of the columns besides their layout. */
export interface ColumnNeeds {
  /** The width that the content of a column needs, in px, by column. */
  readonly contents: ReadonlyMap<string, number>
  /** The columns that people look for first. */
  readonly leading: readonly string[]
}

/**
 * Whether the shown columns would scroll sideways at their default widths.
 * @param room in px; 0 while it is unknown
 */
export function isTight(layout: TableLayout, shown: readonly string[], room: number): boolean {
  const widths = shown.map((id) => setWidth(layout, id) ?? COLUMN_MIN_WIDTH_PX)
  return room > 0 && sumOf(widths) > room
}

/**
 * The width of each shown column (decisions/console/lists-and-export.md). A width set by a person
 * stays. The other columns share the room, up to their maximum. Where their default widths do not
 * fit, each narrows to its content, and the room left over is given back: first to columns whose
 * content is wider than the default, then to all, up to the default. If the contents do not fit
 * either, the table scrolls, but where the leading columns come first, they narrow until they fit.
 * @param room in px; 0 while it is unknown
 */
export function widthsIn(
  layout: TableLayout,
  shown: readonly string[],
  room: number,
  { contents, leading }: ColumnNeeds,
): number[] {
  const set = shown.map((id) => setWidth(layout, id))
  const taken = sumOf(set)
  if (!isTight(layout, shown, room)) {
    const free = set.filter((width) => width === undefined).length
    const share = Math.floor((room - taken) / Math.max(1, free))
    const usual = Math.min(COLUMN_MAX_WIDTH_PX, Math.max(COLUMN_MIN_WIDTH_PX, share))
    return set.map((width) => width ?? usual)
  }
  const needed = shown.map((id) => within(contents.get(id) ?? COLUMN_MIN_WIDTH_PX))
  const least = set.map((width, nth) => width ?? Math.min(COLUMN_MIN_WIDTH_PX, needed[nth] ?? 0))
  if (sumOf(least) > room) return leadingFitted(least, set, leadersOf(shown, leading), room)
  const whole = raised(
    least,
    set.map((width, nth) => width ?? needed[nth] ?? 0),
    room,
  )
  return raised(
    whole,
    set.map((width) => width ?? COLUMN_MIN_WIDTH_PX),
    room,
  )
}

/** The width that a person has set, if any. */
function setWidth(layout: TableLayout, id: string): number | undefined {
  return isWidthSet(layout, id) ? layout.widths[id] : undefined
}

function within(width: number): number {
  return Math.min(COLUMN_MAX_WIDTH_PX, Math.max(COLUMN_LEAST_WIDTH_PX, Math.ceil(width)))
}

/** How many of the first columns are leading ones. */
function leadersOf(shown: readonly string[], leading: readonly string[]): number {
  const other = shown.findIndex((id) => !leading.includes(id))
  return other === -1 ? shown.length : other
}

/** Numbers and states are still whole in this width. */
const OTHERS_KEEP_PX = 100
/** The names of records, such as 'Adjustment 1016', are still whole in this width. */
const NAME_KEEPS_PX = 160

interface Limits {
  /** Of the first column, which names the row. */
  readonly name: number
  readonly others: number
}

/** The limits of the first columns, widest first: names narrow last, because a cut number names another record. */
const LIMITS: readonly Limits[] = [
  ...downTo(OTHERS_KEEP_PX, COLUMN_MIN_WIDTH_PX).map((others) => ({
    name: Math.max(others, NAME_KEEPS_PX),
    others,
  })),
  ...downTo(OTHERS_KEEP_PX, NAME_KEEPS_PX).map((name) => ({ name, others: OTHERS_KEEP_PX })),
  ...downTo(COLUMN_LEAST_WIDTH_PX, OTHERS_KEEP_PX).map((both) => ({ name: both, others: both })),
]

function downTo(least: number, most: number): number[] {
  return Array.from({ length: most - least + 1 }, (_, nth) => most - nth)
}

/** The widths with the widest of the first columns narrowed until those fit, if they can. */
function leadingFitted(
  widths: readonly number[],
  set: readonly (number | undefined)[],
  leaders: number,
  room: number,
): number[] {
  const narrowed = ({ name, others }: Limits): number[] =>
    widths.map((width, nth) =>
      nth < leaders && set[nth] === undefined ? Math.min(width, nth === 0 ? name : others) : width,
    )
  const fit = (limits: Limits): boolean => sumOf(narrowed(limits).slice(0, leaders)) <= room
  const limits = LIMITS.find(fit) ?? { name: COLUMN_LEAST_WIDTH_PX, others: COLUMN_LEAST_WIDTH_PX }
  return narrowed(limits)
}

/** The widths with the rest of the room given out evenly, to none more than its limit. */
function raised(widths: readonly number[], limits: readonly number[], room: number): number[] {
  const next = [...widths]
  let rest = room - sumOf(next)
  while (rest > 0) {
    const open = [...next.keys()].filter((nth) => (next[nth] ?? 0) < (limits[nth] ?? 0))
    if (open.length === 0) break
    const share = Math.max(1, Math.floor(rest / open.length))
    for (const nth of open) {
      const more = Math.min(share, rest, (limits[nth] ?? 0) - (next[nth] ?? 0))
      next[nth] = (next[nth] ?? 0) + more
      rest -= more
    }
  }
  return next
}

function sumOf(widths: readonly (number | undefined)[]): number {
  return widths.reduce<number>((sum, width) => sum + (width ?? 0), 0)
}
