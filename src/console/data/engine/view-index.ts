/** Which rows a view shows, and in which order. Inline for now; nothing above may notice where it runs. */

/** What a cell holds for sorting, searching, filtering and files. */
export type CellValue = string | number | boolean | null

/** A column as the engine sees it. */
export interface Field<R> {
  readonly id: string
  readonly value: (row: R) => CellValue
  /** How the value reads on the screen, which is what a person searches for. */
  readonly text: (row: R) => string
}

/** What the person asked to see. Pages count from 0. */
export interface View {
  readonly search: string
  readonly filters: readonly { readonly id: string; readonly text: string }[]
  readonly sort: { readonly id: string; readonly descending: boolean } | null
  readonly page: number
  readonly pageSize: number
}

export interface ViewAnswer<R> {
  /** The rows of the page. */
  readonly rows: readonly R[]
  /** How many rows match, over all pages. */
  readonly total: number
  /** The page that is shown: the last one where the asked one no longer exists. */
  readonly page: number
}

/** Answers views over one list of rows. */
export interface ViewIndex<R> {
  readonly answer: (view: View) => ViewAnswer<R>
  /** All rows that match, in their order: what an export writes. */
  readonly matching: (view: Pick<View, 'search' | 'filters' | 'sort'>) => R[]
}

/** Between two cells of a row's text, so that no search matches across them. */
const CELL_END = '\u0000'

/**
 * Indexes rows: search text once for all searches, ranks once a column. Comparing ranks of the
 * distinct values is what makes sorting cheap (tables.md section 4).
 */
export function indexRows<R>(rows: readonly R[], fields: readonly Field<R>[]): ViewIndex<R> {
  const byId = new Map(fields.map((field) => [field.id, field]))
  const texts = new Map<string, string[]>()
  const ranks = new Map<string, Int32Array>()
  let haystacks: string[] | undefined

  const textsOf = (field: Field<R>): string[] => {
    const known = texts.get(field.id) ?? rows.map((row) => field.text(row).toLowerCase())
    texts.set(field.id, known)
    return known
  }
  const ranksOf = (field: Field<R>): Int32Array => {
    const known = ranks.get(field.id) ?? rankValues(rows.map(field.value))
    ranks.set(field.id, known)
    return known
  }
  const haystackOf = (row: number): string => {
    haystacks ??= rows.map((each) =>
      fields.map((field) => field.text(each).toLowerCase()).join(CELL_END),
    )
    return haystacks[row] ?? ''
  }

  const select = (view: Pick<View, 'search' | 'filters' | 'sort'>): number[] => {
    const search = view.search.trim().toLowerCase()
    const filters = view.filters.flatMap(({ id, text }) => {
      const field = byId.get(id)
      return field && text !== '' ? [{ texts: textsOf(field), text: text.toLowerCase() }] : []
    })
    const selected: number[] = []
    for (let row = 0; row < rows.length; row += 1) {
      const passes = filters.every((filter) => filter.texts[row]?.includes(filter.text))
      if (passes && (search === '' || haystackOf(row).includes(search))) selected.push(row)
    }
    const sorted = view.sort && byId.get(view.sort.id)
    if (view.sort && sorted) sortByRank(selected, ranksOf(sorted), view.sort.descending)
    return selected
  }
  const rowsAt = (numbers: readonly number[]): R[] =>
    numbers.flatMap((number) => {
      const row = rows[number]
      return row === undefined ? [] : [row]
    })

  return {
    matching: (view) => rowsAt(select(view)),
    answer: (view) => {
      const selected = select(view)
      const lastPage = Math.max(0, Math.ceil(selected.length / view.pageSize) - 1)
      const page = Math.min(view.page, lastPage)
      const from = page * view.pageSize
      return {
        rows: rowsAt(selected.slice(from, from + view.pageSize)),
        total: selected.length,
        page,
      }
    },
  }
}

/** The place of each row among the distinct values; empty ones come last in both directions. */
function rankValues(values: readonly CellValue[]): Int32Array {
  const order = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
  const distinct = [...new Set(values)].filter((value) => !isEmpty(value))
  distinct.sort((a, b) =>
    typeof a === 'number' && typeof b === 'number' ? a - b : order.compare(String(a), String(b)),
  )
  const places = new Map(distinct.map((value, place) => [value, place]))
  return Int32Array.from(values, (value) => places.get(value) ?? EMPTY_RANK)
}

const EMPTY_RANK = -1

function sortByRank(rows: number[], ranks: Int32Array, descending: boolean): void {
  rows.sort((a, b) => {
    const left = ranks[a] ?? EMPTY_RANK
    const right = ranks[b] ?? EMPTY_RANK
    if (left === right) return a - b
    if (left === EMPTY_RANK) return 1
    if (right === EMPTY_RANK) return -1
    return descending ? right - left : left - right
  })
}

function isEmpty(value: CellValue): boolean {
  return value === null || value === ''
}
