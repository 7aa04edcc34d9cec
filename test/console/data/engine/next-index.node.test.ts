import { describe, expect, test } from 'vitest'
import { indexRows } from '#console/data/engine/view-index.ts'
import type { CellValue, Field, Selection, ViewIndex } from '#console/data/engine/types.ts'
import { runSync } from '#console/rows/chunked-task.ts'
import type { Derivation } from '#console/rows/derivation.ts'
import { between, createRandom, pick, type Random } from '#test/netsuite/random.ts'

const HISTORIES = Number(process.env['HISTORIES'] ?? 40)
const SEED = Number(process.env['SEED'] ?? 20_261_124)
const STEPS = 5
/** A list with some columns that are searched text by text instead of row by row. */
const LONG = 8_500

interface Shelf {
  readonly name: CellValue
  readonly bin: CellValue
  readonly quantity: CellValue
  readonly mixed: CellValue
}

const FIELDS: readonly Field<Shelf>[] = (['name', 'bin', 'quantity', 'mixed'] as const).map(
  (id) => ({
    id,
    value: (row) => row[id],
    // A cell that is not empty may show the text of an empty one.
    text: (row) => (row[id] === null || row[id] === '' || row[id] === 7 ? '-' : String(row[id])),
  }),
)

/** The same columns, except that one shows its value in another way. */
const OTHER_FIELDS = FIELDS.map((field) =>
  field.id === 'name' ? { ...field, text: (row: Shelf) => `${field.text(row)}, 2 by 1` } : field,
)

function sameIn(fields: readonly Field<Shelf>[], before: readonly Field<Shelf>[]): Set<string> {
  const same = fields.filter(({ text }, nth) => text === before[nth]?.text)
  return new Set(same.map(({ id }) => id))
}

const ALL = new Set(FIELDS.map(({ id }) => id))

/** Equal texts in the order of a person, texts like an empty cell, and texts beyond ASCII. */
const NAMES = [
  'Aisle 2',
  'aisle 02',
  'Aisle 10',
  'Äisle 2',
  'dock',
  'Dock',
  '-',
  '',
  null,
  'İ',
  '1',
  '1,250 pcs',
]
const MIXED = ['10', 9, 1_250, '9', 'x', null, '', true, 7, -1.5, Number.NaN, 0, -0]

function aShelf(random: Random): Shelf {
  return {
    name: pick(
      random,
      NAMES.map((value) => ({ value })),
    ).value,
    bin: `C-${String(between(random, 0, 400))}`,
    quantity: pick(random, [{ value: null }, { value: between(random, -3, 9) }]).value,
    // Mostly numbers, so that the column changes between numbers and texts.
    mixed:
      random() < 0.03
        ? pick(
            random,
            MIXED.map((value) => ({ value })),
          ).value
        : between(random, 0, 9),
  }
}

interface Next {
  readonly rows: readonly Shelf[]
  readonly derivation: Omit<Derivation, 'from'>
}

/** A list made from another one, with how it was made. */
function nextOf(from: readonly Shelf[], random: Random): Next {
  const share = pick(random, [0, 0.01, 0.05, 0.1])
  const replaced: number[] = []
  const removed: number[] = []
  const kept = from.flatMap((row, place) => {
    if (random() < share / 2) {
      removed.push(place)
      return []
    }
    if (random() >= share) return [row]
    replaced.push(place)
    // Most changes leave most columns as they are.
    return [random() < 0.5 ? aShelf(random) : { ...row, quantity: between(random, -3, 9) }]
  })
  const inserted = ascending(between(random, 0, 3), kept.length, random)
  for (const place of inserted) kept.splice(place, 0, aShelf(random))
  const added = Array.from({ length: between(random, 0, 3) }, () => aShelf(random))
  return {
    rows: [...kept, ...added],
    derivation: { replaced, removed, added: added.length, inserted },
  }
}

/** Different places, mostly among the first ones, as new records come first in a report. */
function ascending(count: number, below: number, random: Random): number[] {
  const most = random() < 0.5 ? Math.min(below, 4) : below
  const places = Array.from({ length: count }, () => between(random, 0, most))
  return [...new Set(places)].sort((one, other) => one - other)
}

function aView(random: Random): Selection {
  const field = () => pick(random, FIELDS).id
  const filters = [
    () => [{ id: field(), text: pick(random, ['a', '2', '-', 'c-1', 'x', 'i̇', '1,250']) }],
    () => [{ id: field(), values: [pick(random, ['Dock', 'dock', '-', '7', 'C-1', '9'])] }],
    () => [{ id: field(), empty: random() < 0.5 }],
    () => [{ id: field(), from: 1, to: 7 }],
    () => [],
    () => [],
  ]
  return {
    search: pick(random, ['', '', 'aisle', 'C-3', '-', '1', 'dock', 'true', '1,250']),
    filters: pick(random, filters)(),
    sort: random() < 0.2 ? null : { id: field(), descending: random() < 0.5 },
  }
}

/** Everything that an index says about a view, with rows as their places. As a text it is compared quickly. */
function said(index: ViewIndex<Shelf>, rows: readonly Shelf[], view: Selection): string {
  const places = new Map(rows.map((row, place) => [row, place]))
  const placesOf = (found: readonly Shelf[]) => found.map((row) => places.get(row))
  const answer = index.answer({ ...view, page: 1, pageSize: 10 })
  return JSON.stringify({
    matching: placesOf(index.matching(view)),
    answer: { ...answer, rows: placesOf(answer.rows) },
    facets: FIELDS.map(({ id }) => index.facets(view, id, '')),
    narrowed: index.facets(view, 'name', 'a'),
    found: index.facets(view, 'mixed', '1,250'),
  })
}

/** What the index that is carried from list to list says, and what one of each list alone says. */
function* history(count: number, random: Random): Generator<{ carried: object; alone: object }> {
  let rows: readonly Shelf[] = Array.from({ length: count }, () => aShelf(random))
  let fields = FIELDS
  let index = indexRows(rows, fields)
  for (let step = 0; step < STEPS; step += 1) {
    if (random() < 0.7) runSync(index.searchAhead())
    for (let nth = 0; nth < 3; nth += 1) runSync(index.ahead(aView(random)))
    const { rows: after, derivation } = nextOf(rows, random)
    const before = fields
    if (random() < 0.1) fields = fields === FIELDS ? OTHER_FIELDS : FIELDS
    index = index.next({ rows: after, fields, derivation, same: sameIn(fields, before) })
    rows = after
    const fresh = indexRows(rows, fields)
    for (let nth = 0; nth < 3; nth += 1) {
      const view = aView(random)
      yield {
        carried: { step, view, said: said(index, rows, view) },
        alone: { step, view, said: said(fresh, rows, view) },
      }
    }
  }
}

describe('the index of a list that was made from another one', () => {
  test(`answers like one of the list alone, in ${String(HISTORIES)} random histories`, () => {
    const random = createRandom(SEED)
    for (let nth = 0; nth < HISTORIES; nth += 1)
      for (const { carried, alone } of history(between(random, 0, 120), random))
        expect({ seed: SEED, nth, ...carried }).toEqual({ seed: SEED, nth, ...alone })
  }, 600_000)

  test('answers like one of the list alone where columns repeat themselves', () => {
    const random = createRandom(SEED + 1)
    for (const { carried, alone } of history(LONG, random)) expect(carried).toEqual(alone)
  }, 60_000)

  test('answers like one of the list alone after many texts have come and gone', () => {
    const random = createRandom(SEED + 4)
    const view: Selection = {
      search: 'name 1',
      filters: [{ id: 'bin', text: '1' }],
      sort: { id: 'bin', descending: true },
    }
    let rows: readonly Shelf[] = Array.from({ length: LONG }, () => aShelf(random))
    let index = indexRows(rows, FIELDS)
    const replaced = Array.from({ length: 1_200 }, (_, nth) => nth * 7)
    for (let step = 0; step < 5; step += 1) {
      runSync(index.searchAhead())
      runSync(index.ahead(view))
      const fresh = new Set(replaced)
      rows = rows.map((row, place) => {
        const text = String(place * 5 + step)
        return fresh.has(place) ? { ...row, name: `Name ${text}`, bin: `Bin ${text}` } : row
      })
      const derivation = { replaced, removed: [], added: 0 }
      index = index.next({ rows, fields: FIELDS, derivation, same: ALL })
      expect(said(index, rows, view)).toEqual(said(indexRows(rows, FIELDS), rows, view))
    }
  }, 60_000)

  test('answers like one of the list alone after many rows have come first', () => {
    const random = createRandom(SEED + 5)
    const view: Selection = { search: 'name 1', filters: [], sort: null }
    const aNamed = (_: unknown, nth: number) => ({ ...aShelf(random), name: `Name ${String(nth)}` })
    let rows: readonly Shelf[] = Array.from({ length: LONG }, aNamed)
    let index = indexRows(rows, FIELDS)
    for (let step = 0; step < 6; step += 1) {
      runSync(index.searchAhead())
      const come = Array.from({ length: 1_200 }, aNamed)
      rows = [...come, ...rows]
      const derivation = { replaced: [], removed: [], added: 0, inserted: [...come.keys()] }
      index = index.next({ rows, fields: FIELDS, derivation, same: ALL })
      expect(said(index, rows, view)).toEqual(said(indexRows(rows, FIELDS), rows, view))
    }
  }, 60_000)

  test('is as ready for a view as the one before', () => {
    const random = createRandom(SEED + 2)
    const rows = Array.from({ length: 50 }, () => aShelf(random))
    const view: Selection = {
      search: 'aisle',
      filters: [{ id: 'bin', text: 'c' }],
      sort: { id: 'name', descending: true },
    }
    const read: string[] = []
    const watched = FIELDS.map((field) => ({
      ...field,
      value: (row: Shelf) => {
        read.push(field.id)
        return field.value(row)
      },
    }))
    const index = indexRows(rows, watched)
    runSync(index.ahead(view))
    const after = rows.with(3, { ...rows[3], ...aShelf(random) })
    const derivation = { replaced: [3], removed: [], added: 0 }
    read.length = 0
    const next = index.next({ rows: after, fields: watched, derivation, same: ALL })
    runSync(next.ahead(view))
    // Of the 50 rows only the changed one is read, and those it is compared with.
    expect(read.length).toBeLessThan(50)
    expect(next.isReady(view)).toBe(true)
  })

  test('reads only the rows that changed, however often it is carried over', () => {
    const random = createRandom(SEED + 3)
    const rows = Array.from({ length: 50 }, () => aShelf(random))
    const view: Selection = { search: 'a', filters: [], sort: { id: 'name', descending: false } }
    const read: Shelf[] = []
    const watched = FIELDS.map((field) => ({
      ...field,
      text: (row: Shelf) => {
        read.push(row)
        return field.text(row)
      },
    }))
    let index = indexRows(rows, watched)
    let now: readonly Shelf[] = rows
    for (let nth = 0; nth < 40; nth += 1) {
      runSync(index.searchAhead())
      runSync(index.ahead(view))
      now = now.with(nth, aShelf(random))
      const derivation = { replaced: [nth], removed: [], added: 0 }
      index = index.next({ rows: now, fields: watched, derivation, same: ALL })
    }
    runSync(index.searchAhead())
    expect(said(index, now, view)).toEqual(said(indexRows(now, FIELDS), now, view))
    expect(read.length).toBeLessThan(FIELDS.length * (50 + 2 * 40) * 2)
  })
})
