/** The selected rows, by key: a selection persists over pages, searches and refreshes. */

export interface TableSelection {
  readonly keys: ReadonlySet<string>
  /** The row that a range starts from. */
  readonly anchor: string | null
}

export const emptySelection: TableSelection = { keys: new Set(), anchor: null }

/** Selects or deselects a row. */
export function toggled({ keys }: TableSelection, key: string): TableSelection {
  const next = new Set(keys)
  if (!next.delete(key)) next.add(key)
  return { keys: next, anchor: key }
}

/**
 * Selects the range from the last selected row to this one.
 * @param order the keys of the page from top to bottom
 */
export function extendSelection(
  selection: TableSelection,
  key: string,
  order: readonly string[],
): TableSelection {
  const from = selection.anchor === null ? -1 : order.indexOf(selection.anchor)
  const to = order.indexOf(key)
  if (from === -1 || to === -1) return toggled(selection, key)
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1)
  return { keys: new Set([...selection.keys, ...range]), anchor: key }
}

/** Selects all of these, or deselects them if all are selected. */
export function toggledAll(selection: TableSelection, keys: readonly string[]): TableSelection {
  const all = selectionExtent(selection, keys) === 'all'
  const next = new Set(selection.keys)
  for (const key of keys) {
    if (all) next.delete(key)
    else next.add(key)
  }
  return { keys: next, anchor: null }
}

/** Selects all of these too. */
export function withAll({ keys }: TableSelection, more: readonly string[]): TableSelection {
  return { keys: new Set([...keys, ...more]), anchor: null }
}

/** The part of a selection that still exists after a refresh. */
export function withoutMissing(
  selection: TableSelection,
  present: readonly string[],
): TableSelection {
  const keys = new Set(present.filter((key) => selection.keys.has(key)))
  return keys.size === selection.keys.size ? selection : { ...selection, keys }
}

/** How many of these are selected. */
export function selectionExtent(
  { keys }: TableSelection,
  of: readonly string[],
): 'none' | 'some' | 'all' {
  const count = of.filter((key) => keys.has(key)).length
  if (count === 0) return 'none'
  return count === of.length ? 'all' : 'some'
}
