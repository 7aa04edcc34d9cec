/** What a list's own search finds of what the box has found: the box compares more loosely than a list. */
import { type Shown, WHERE_JOINT } from '#console/data/engine/find/entry.ts'
import { countLines, joinLines, lineOf, markLines, searchable } from '#console/data/engine/lines.ts'

/**
 * Whether the search of a list finds any of some things by the same text. It compares what their lines show, all of
 * which is in cells of the list.
 */
export function isFoundInList(search: string, things: readonly Shown[]): boolean {
  const wanted = searchable(search)
  if (wanted === '') return false
  const cells = joinLines(
    things.flatMap(({ name, number, where }) =>
      [name, number, ...where.split(WHERE_JOINT)].map(lineOf),
    ),
  )
  const found = new Uint8Array(countLines(cells))
  markLines(cells, wanted, found)
  return found.includes(1)
}
