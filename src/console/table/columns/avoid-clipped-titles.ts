/**
 * Where the frame of a wide table cuts a column, at both ends of its way sideways: what is seen of a
 * head is enough to be pressed, or nothing.
 */

/** What is seen of a column up to here is padding. */
const PADDING_PX = 10
/** From here on enough of its title is seen. */
const TITLE_PX = 36
/** The last part of a column is the button of its menu. */
const MENU_PX = 46
const TARGET_PX = 24

/**
 * The widths with those columns widened that move a bad cut.
 * @param isFixed whether a column keeps its width
 * @param edge the column that sticks to the edge while its own place is out of sight; null if none does
 */
export function avoidClippedTitles(
  widths: readonly number[],
  isFixed: readonly boolean[],
  room: number,
  edge: number | null,
): readonly number[] {
  const before = widths.slice(0, (edge ?? 0) + 1).reduce((sum, each) => sum + each, 0)
  const isCovering = edge !== null && before > room
  const seen = isCovering ? room - (widths[edge] ?? 0) : room
  const cut = cutAt(widths, seen)
  if (cut === -1) return widths
  const start = cut === edge ? widths : widened(widths, isFixed, seen, partOfStart)
  // The names stay in sight, and what is widened is beyond the first cut.
  const fixed = isFixed.map((each, nth) => each || nth <= cut)
  const others = start.slice(1).toReversed()
  const end = widened(others, fixed.slice(1).toReversed(), room - (start[0] ?? 0), partOfEnd)
  return [...start.slice(0, 1), ...end.toReversed()]
}

/** The column that is cut at this distance in px; -1 if none is. */
function cutAt(widths: readonly number[], seen: number): number {
  let right = 0
  return widths.findIndex((width) => (right += width) > seen)
}

function widened(
  widths: readonly number[],
  isFixed: readonly boolean[],
  seen: number,
  partOf: (part: number, width: number) => number,
): readonly number[] {
  const cut = cutAt(widths, seen)
  const isFree = (nth: number): boolean => nth < cut && isFixed[nth] !== true
  const free = [...widths.keys()].filter(isFree)
  if (free.length === 0) return widths
  const part = seen - widths.slice(0, cut).reduce((sum, each) => sum + each, 0)
  let spare = part - partOf(part, widths[cut] ?? 0)
  const share = Math.ceil(spare / free.length)
  return widths.map((each, nth) => {
    if (!isFree(nth)) return each
    const more = Math.min(share, spare)
    spare -= more
    return each + more
  })
}

/** How much of the start of a column may be seen, at most the given part of it. */
function partOfStart(part: number, width: number): number {
  if (part <= PADDING_PX) return part
  const most = Math.min(part, width - MENU_PX)
  return most < TITLE_PX ? 0 : most
}

/** The same for the end of a column: its menu button and enough of its title, or nothing. */
function partOfEnd(part: number): number {
  return part < MENU_PX + TARGET_PX ? 0 : part
}
