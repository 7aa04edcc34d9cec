/** What a list's own search finds of what the box has found: the box compares more loosely than a list. */
import { type FoundList, type Shown, WHERE_JOINT } from '#console/data/engine/find/entry.ts'
import { folded, wordsOf } from '#console/data/engine/find/fold.ts'
import { countLines, joinLines, lineOf, markLines, searchable } from '#console/data/engine/lines.ts'

/** A line names the first item of a record, and so does the list; the others are on the page of the record. */
const LISTS_OF_FIRST_ITEMS: ReadonlySet<FoundList> = new Set([
  'binCountRecords',
  'binAdjustmentRecords',
  'binTransfer',
])

/**
 * Whether the search of a list may find any of some things by the same text. What their lines show is in cells of the
 * list, so it decides where it has all words of the search. Otherwise the words are in texts that a line does not show,
 * such as a mail address.
 */
export function mayBeFoundInList(
  list: FoundList,
  search: string,
  things: readonly Shown[],
): boolean {
  const wanted = searchable(search)
  if (wanted === '') return false
  const words = wordsOf(search)
  return things.some((thing) => {
    const shown = [thing.name, thing.number, ...thing.where.split(WHERE_JOINT)]
    const texts = shown.map(folded)
    const isHidden =
      !LISTS_OF_FIRST_ITEMS.has(list) &&
      words.some((word) => !texts.some((text) => text.includes(word)))
    return isHidden || isInAny(wanted, shown)
  })
}

function isInAny(wanted: string, texts: readonly string[]): boolean {
  const cells = joinLines(texts.map(lineOf))
  const found = new Uint8Array(countLines(cells))
  markLines(cells, wanted, found)
  return found.includes(1)
}
