import { expect, test } from 'vitest'
import { indexRows } from '#console/data/engine/view-index.ts'
import type { ViewIndex, FieldFilter, View } from '#console/data/engine/types.ts'
import { columnKit, type Column } from '#console/table/columns/column-kit.tsx'
import { fitView, readListSearch, searchOf, viewOf } from '#console/table/columns/table-address.ts'
import {
  moveTo,
  show,
  showAll,
  shownIn,
  type TableLayout,
} from '#console/table/columns/table-layout.ts'
import { between, createRandom, pick, shuffle, type Random } from '#test/netsuite/random.ts'

/** The number of random sequences; `npm run test:long` runs 1,000. */
const SEQUENCES = Number(process.env['SEQUENCES'] ?? 30)
const SEED = Number(process.env['SEED'] ?? 20_261_121)
const STEPS = 12

interface Shelf {
  readonly id?: number
  readonly name?: string | number | null
  readonly quantity?: number | string | null
  readonly open?: boolean | null
  readonly checked_at?: string | null
}

const c = columnKit<Shelf>()
const columns: readonly Column<Shelf>[] = [
  c.text('id', 'ID'),
  c.text('name', 'Name'),
  c.quantity('quantity', 'Quantity'),
  c.yesNo('open', 'Open'),
  c.date('checked_at', 'Checked At'),
]
const IDS = columns.map(({ id }) => id)
const WORDS = [
  'WH 7',
  'Aisle 7',
  'Bin 2',
  'bin 10',
  'Bin 10',
  'Bin 010',
  'Ä',
  'a',
  'A',
  '',
  '10',
  '9',
  'x-1',
  '-',
  '1,250 pcs',
]
const DAYS = ['2026-11-04', '2026-11-05', '2026-11-06']

/** What a person sees of a table, and what was done to it. */
interface Table {
  readonly rows: readonly Shelf[]
  readonly view: View
  readonly layout: TableLayout
}

type Step = (table: Table, random: Random) => Table

const asking =
  (change: (table: Table, random: Random) => Partial<View>): Step =>
  (table, random) => ({
    ...table,
    view: { ...table.view, page: 0, ...change(table, random) },
  })

const steps: Record<string, Step> = {
  search: asking((_, random) => ({
    search: pick(random, ['', 'b', '1', 'bin 1', ' A ', '-', 'es', '0', '11-2026', 'ä', '1,250']),
  })),
  filter: asking(({ view }, random) => {
    const filter = randomFilter(random)
    return { filters: [...view.filters.filter(({ id }) => id !== filter.id), filter] }
  }),
  unfilter: asking(() => ({ filters: [] })),
  sort: asking((_, random) => ({
    sort: random() < 0.2 ? null : { id: pick(random, IDS), descending: random() < 0.5 },
  })),
  page: asking((_, random) => ({ page: between(random, 0, 6) })),
  size: asking((_, random) => ({ pageSize: pick(random, [5, 10, 25]) })),
  hide: (table, random) => ({
    ...table,
    layout: show(table.layout, pick(random, IDS), random() < 0.4),
  }),
  reset: (table) => ({ ...table, layout: showAll(table.layout) }),
  move: (table, random) => ({
    ...table,
    layout: moveTo(table.layout, pick(random, IDS), pick(random, IDS)),
  }),
  refresh: (table, random) => ({ ...table, rows: refreshed(table.rows, random) }),
  // A colleague opens a link to the current view.
  send: (table) => ({
    ...table,
    view: fitView(viewOf(readListSearch(parsed(searchOf(table.view)))), columns),
  }),
}

test(`${String(SEQUENCES)} random sequences show what a naive table shows`, () => {
  for (let sequence = 0; sequence < SEQUENCES; sequence += 1) {
    const random = createRandom(SEED + sequence)
    const done: string[] = []
    let table: Table = {
      rows: Array.from({ length: between(random, 0, 80) }, (_, id) => randomShelf(id, random)),
      view: viewOf({}),
      layout: { visibility: {}, order: IDS, widths: {} },
    }
    for (let nth = 0; nth < STEPS; nth += 1) {
      const name = pick(random, Object.keys(steps))
      table = steps[name]?.(table, random) ?? table
      done.push(name)
      const story = { seed: SEED + sequence, done }
      expect({ story, ...seen(table) }).toEqual({ story, ...naivelySeen(table) })
    }
  }
})

/** One index for as long as the rows stay, as on a screen, so that its caches carry over between views. */
const indexes = new WeakMap<readonly Shelf[], ViewIndex<Shelf>>()

function seen({ rows, view, layout }: Table) {
  const index = indexes.get(rows) ?? indexRows(rows, columns)
  indexes.set(rows, index)
  const { rows: page, total, page: number } = index.answer(view)
  return { total, number, cells: page.map((row) => cellsOf(row, shownIn(layout))) }
}

/** A simple implementation that looks at every cell of every row. */
function naivelySeen({ rows, view, layout }: Table) {
  const contains = (row: Shelf, column: Column<Shelf>, text: string) =>
    naivelyContains(column.text(row), text)
  const matching = rows.filter(
    (row) =>
      columns.some((column) => contains(row, column, view.search)) &&
      view.filters.every((filter) => {
        const column = columns.find(({ id }) => id === filter.id)
        return !column || naivelyPasses(row, column, filter)
      }),
  )
  const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
  const sorted = columns.find(({ id }) => id === view.sort?.id)
  const turned = view.sort?.descending ? -1 : 1
  if (sorted) {
    const texts = rows.some((row) => typeof sorted.value(row) === 'string' && sorted.value(row))
    matching.sort((left, right) => {
      const [a, b] = [sorted.value(left), sorted.value(right)]
      const [noA, noB] = [a === null || a === '', b === null || b === '']
      if (noA || noB) return Number(noA) - Number(noB)
      return turned * (texts ? compare(String(a), String(b)) : Number(a) - Number(b))
    })
  }
  const number = Math.min(view.page, Math.max(0, Math.ceil(matching.length / view.pageSize) - 1))
  const page = matching.slice(number * view.pageSize, (number + 1) * view.pageSize)
  const shown = layout.order.filter((id) => layout.visibility[id] !== false)
  return { total: matching.length, number, cells: page.map((row) => cellsOf(row, shown)) }
}

function naivelyPasses(row: Shelf, column: Column<Shelf>, filter: FieldFilter): boolean {
  const value = column.value(row)
  const text = column.text(row)
  const isEmpty = (value === null || value === '') && text === '-'
  const { from, to } = filter
  const day = (end: number | string) => (typeof end === 'string' ? `${end}T00:00:00` : end)
  const start = from === undefined ? -Infinity : Number(new Date(day(from)))
  const end = to === undefined ? Infinity : Number(new Date(day(to)))
  const isRange = from !== undefined || to !== undefined
  const lasts = typeof to === 'string' ? 86_400_000 - 1 : 0
  return (
    (filter.text === undefined || naivelyContains(text, filter.text)) &&
    (!filter.values?.length || (!isEmpty && filter.values.includes(text))) &&
    (filter.empty === undefined || filter.empty === isEmpty) &&
    (!isRange || (typeof value === 'number' && value >= start && value <= end + lasts))
  )
}

/** A number may be typed as it is shown, with separators. */
function naivelyContains(text: string, typed: string): boolean {
  const wanted = typed.trim().toLowerCase()
  const digits = wanted === '1,250' ? '1250' : wanted
  return [wanted, digits].some((each) => text.toLowerCase().includes(each))
}

function cellsOf(row: Shelf, shown: readonly string[]): string[] {
  return shown.map((id) => columns.find((column) => column.id === id)?.text(row) ?? '')
}

function refreshed(rows: readonly Shelf[], random: Random): readonly Shelf[] {
  const next = rows.filter(() => random() > 0.1)
  for (let nth = between(random, 0, 5); nth > 0; nth -= 1)
    next.push(randomShelf(rows.length + nth, random))
  if (random() < 0.3) shuffle(random, next)
  return next.map((row) => (random() < 0.1 ? randomShelf(row.id ?? 0, random) : row))
}

function randomShelf(id: number, random: Random): Shelf {
  return {
    id,
    name: pick(random, [null, 7, ...WORDS]),
    quantity: pick(random, [null, 'few', '2.5', 0, 1_250, between(random, -40, 40) / 4]),
    open: pick(random, [true, false, null]),
    checked_at: pick(random, [
      null,
      'soon',
      `${pick(random, DAYS)}T${pick(random, ['00', '12', '23'])}:30:00Z`,
    ]),
  }
}

function randomFilter(random: Random): FieldFilter {
  return pick<() => FieldFilter>(random, [
    () => ({
      id: pick(random, [...IDS, 'vanished']),
      text: pick(random, ['b', '1', 'O', '-', '7', '1,250']),
    }),
    () => ({ id: 'name', values: [pick(random, WORDS), pick(random, WORDS)].filter(Boolean) }),
    () => ({ id: 'open', values: [pick(random, ['Yes', 'No'])] }),
    () => ({ id: pick(random, IDS), empty: random() < 0.5 }),
    () => ({ id: 'quantity', from: between(random, -5, 2), to: between(random, 0, 9) }),
    () => ({ id: 'quantity', from: between(random, -5, 5) }),
    () => ({ id: 'checked_at', from: pick(random, DAYS) }),
    () => ({ id: 'checked_at', to: pick(random, DAYS), empty: false }),
  ])()
}

/** An object after its way through an address. */
function parsed(search: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(JSON.parse(JSON.stringify(search)) as object))
}
