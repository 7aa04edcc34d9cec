/** What the bench can do on its page: `window.bench`. */
import type { Contender, ContenderName, Sheet } from '#test/bench/table/pages/contender.ts'
import { aggregation, wideSheet } from '#test/bench/table/pages/stock.ts'
import { coldStart, fillDevice, longestTask, signIn } from '#test/bench/table/pages/arrival.ts'
import {
  fetchAll,
  keepRefreshed,
  keepRefreshedAsText,
  prepareRefresh,
  refresh,
} from '#test/bench/table/pages/refresh.ts'
import { frame, paint, pause, watch, work } from '#test/bench/table/pages/paint.ts'
import { benchRows, COLUMNS, type BenchRow } from '#test/bench/table/pages/rows.ts'

/** Found by name, so that the page compiles where they are not installed. */
const peers = import.meta.glob<Record<string, Contender>>('../peers/*.tsx')

const contenders: Record<ContenderName, () => Promise<Contender>> = {
  ours: async () => (await import('#test/bench/table/pages/ours.tsx')).contender,
  ag: () => peer('ag-grid', 'plain'),
  agCached: () => peer('ag-grid', 'cached'),
  mui: () => peer('mui'),
  mdt: () => peer('mantine-datatable'),
  ra: () => peer('react-admin'),
  mrt: async () => (await import('#test/bench/table/pages/mantine-react-table.tsx')).contender,
}

async function peer(file: string, name = 'contender'): Promise<Contender> {
  const page = await peers[`../peers/${file}.tsx`]?.()
  const found = page?.[name]
  if (!found) throw new Error(`peers/${file}.tsx has no ${name}`)
  return found
}

const root = document.getElementById('root') ?? document.body
let contender: Contender
let sheet: Sheet

function mount(pageSize: number): Promise<number> {
  const { row } = contender.places
  const expected = Math.min(pageSize, sheet.rows.length, SEEN_AT_ONCE)
  return paint(
    () => contender.mount(root, sheet, pageSize),
    () => [...document.querySelectorAll(row)].filter(isWritten).length >= expected,
  )
}

/** As many rows as every contender draws, also one that draws only those that are seen. */
const SEEN_AT_ONCE = 8

function isWritten({ textContent }: Element): boolean {
  return textContent !== ''
}

/** Until the rows have changed and are seen. */
function change(act: () => void): Promise<number> {
  const isChanged = watch(root, contender.places.rows)
  return paint(act, isChanged)
}

const bench = {
  /** Gets a table and makes its rows. */
  prepare: async (name: ContenderName, rows: number) => {
    contender = await contenders[name]()
    sheet = {
      rows: benchRows(rows),
      columns: COLUMNS,
      keyOf: (row) => (row as BenchRow).id,
    }
  },
  /** A wide sheet in the place of the usual one: 5 columns and one for each of 200 locations. */
  prepareWide: async (name: ContenderName, stock: number) => {
    contender = await contenders[name]()
    sheet = wideSheet(stock)
  },
  pause,
  mount,
  unmount: async () => {
    contender.unmount()
    await frame()
  },
  search: (text: string) => change(() => contender.search(text)),
  sort: (column: string, descending: boolean) => change(() => contender.sort(column, descending)),
  page: (page: number) => change(() => contender.page(page)),
  filter: (column: string, text: string) => change(() => contender.filter(column, text)),
  hide: (column: string) => change(() => contender.show(column, false)),
  show: (column: string) => change(() => contender.show(column, true)),
  before: async (what: 'filter' | 'show', column: string) => {
    contender.before?.[what]?.(column)
    await frame()
  },
  after: async (what: 'filter' | 'show') => {
    contender.after?.[what]?.()
    await frame()
  },
  /** How long the page is at it, without what the browser draws. */
  openDialog: () => work(contender.openDialog),
  /** The middle of the edge of a column, or null where it cannot be dragged. */
  edge: (column: string) => {
    const selector = contender.places.edge?.(column)
    const box = selector && document.querySelector(selector)?.getBoundingClientRect()
    return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null
  },
  sideways: async (px: number) => {
    const scroller = document.querySelector(contender.places.scroller)
    if (!scroller) throw new Error('nothing scrolls')
    const before = scroller.scrollLeft
    const taken = await paint(
      () => scroller.scrollBy({ left: px }),
      () => true,
    )
    if (scroller.scrollLeft === before) throw new Error('nothing moved')
    return taken
  },
  /** The texts of the rows that are drawn, from top to bottom: some are put there by their style alone. */
  drawn: () =>
    [...document.querySelectorAll(contender.places.row)]
      .map((row) => ({ top: row.getBoundingClientRect().top, text: row.textContent }))
      .toSorted((a, b) => a.top - b.top)
      .map(({ text }) => text),
  aggregation,
  fillDevice,
  coldStart,
  prepareRefresh: async (rows: number, epoch: string) => {
    signIn()
    await prepareRefresh(
      benchRows(rows).map((row) => ({ ...row })),
      epoch,
    )
  },
  refresh,
  keepRefreshed,
  keepRefreshedAsText,
  fetchAll,
  longestTask: async () => {
    const { showArrived } = await import('#test/bench/table/pages/ours.tsx')
    return longestTask((records) => showArrived(root, records))
  },
  /** Waits until our table draws nothing more of what was done before. */
  settle: async () => {
    while ((await readings()) > 0) await pause(SETTLED_MS)
  },
  /** How often cells and titles of our table were read, since the last time this was asked. */
  readings,
}

const SETTLED_MS = 100

async function readings(): Promise<number> {
  const { asked } = await import('#test/bench/table/pages/ours.tsx')
  const all = asked.cells + asked.titles
  asked.cells = 0
  asked.titles = 0
  return all
}

declare global {
  interface Window {
    bench: typeof bench
  }
}

window.bench = bench
