import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  followLayout,
  isMoved,
  storeLayout,
  readLayout,
} from '#console/table/columns/table-memory.ts'
import type { TableLayout } from '#console/table/columns/table-layout.ts'

const COLUMNS = ['id', 'name', 'memo']
const IDS = { columns: COLUMNS, leading: [] }
const PLAIN: TableLayout = { visibility: {}, order: COLUMNS, widths: {} }
const ARRANGED: TableLayout = {
  visibility: { memo: false },
  order: ['memo', 'id', 'name'],
  widths: { name: 320 },
}

afterEach(() => {
  vi.restoreAllMocks()
})

/** Columns of a layout far larger than any table. */
const MANY = Array.from({ length: 20_000 }, (_, nth) => `c${String(nth)}`)

/** Changes the stored layout. */
function damage(change: (kept: string) => string): void {
  storeLayout('Bins', 'ada', ARRANGED, IDS)
  const key = Object.keys(window.localStorage).find((each) => each.includes('Bins')) ?? ''
  window.localStorage.setItem(key, change(window.localStorage.getItem(key) ?? ''))
}

describe('the layout of a table', () => {
  test('a table shows its columns in the default arrangement until somebody changes it', () => {
    expect(readLayout('Bins', 'ada', IDS)).toEqual(PLAIN)
  })

  test('a layout is stored for the table and the admin, and for no other', () => {
    storeLayout('Bins', 'ada', ARRANGED, IDS)
    expect(readLayout('Bins', 'ada', IDS)).toEqual(ARRANGED)
    expect(readLayout('Bins', 'bob', IDS)).toEqual(PLAIN)
    expect(readLayout('Items', 'ada', IDS)).toEqual(PLAIN)
  })

  test('a layout drops removed columns and puts new ones at the end', () => {
    storeLayout(
      'Bins',
      'ada',
      {
        visibility: { memo: false, gone: false },
        order: ['gone', 'memo', 'id'],
        widths: { gone: 300, id: 250 },
      },
      IDS,
    )
    expect(readLayout('Bins', 'ada', { columns: ['id', 'fresh', 'memo'], leading: [] })).toEqual({
      visibility: { memo: false },
      order: ['memo', 'id', 'fresh'],
      widths: { id: 250 },
    })
  })

  test('a layout with no column left shows all columns again, unless a person has just hidden them', () => {
    const nothing = { ...PLAIN, visibility: { id: false, name: false, memo: false } }
    storeLayout('Bins', 'ada', nothing, IDS)
    expect(readLayout('Bins', 'ada', IDS)).toEqual(PLAIN)
    expect(followLayout(nothing, IDS)).toEqual(nothing)
    const left = { ...PLAIN, visibility: { id: false, name: false } }
    expect(followLayout(left, { columns: ['id', 'name'], leading: [] })).toEqual({
      ...PLAIN,
      order: ['id', 'name'],
    })
  })

  const damages: readonly [what: string, change: (kept: string) => string, layout: TableLayout][] =
    [
      ['of an older version', (kept) => kept.replace('"version":1', '"version":0'), PLAIN],
      ['without a version', () => JSON.stringify(ARRANGED), PLAIN],
      ['that is no JSON', (kept) => kept.slice(0, 20), PLAIN],
      ['that is a list', () => '[]', PLAIN],
      ['that is nothing', () => 'null', PLAIN],
      ['with parts missing', () => '{"version":1}', PLAIN],
      [
        'with wrong values',
        () =>
          JSON.stringify({
            version: 1,
            visibility: { id: 'no', memo: false },
            order: ['memo', 7, 'memo', null],
            widths: { id: '300', name: -5, memo: 240 },
          }),
        { visibility: { memo: false }, order: ['memo', 'id', 'name'], widths: { memo: 240 } },
      ],
      [
        'with widths that are no numbers',
        () => '{"version":1,"order":["id"],"widths":{"id":null,"name":"NaN","memo":1e999}}',
        { ...PLAIN, widths: { memo: 400 } },
      ],
      [
        "of another table's columns",
        () => '{"version":1,"visibility":{"sku":false},"order":["sku","upc"],"widths":{"sku":300}}',
        PLAIN,
      ],
      [
        'that names a column a thousand times',
        () =>
          JSON.stringify({
            version: 1,
            visibility: Object.fromEntries(MANY.map((id) => [id, false])),
            order: [...MANY, ...Array<string>(1_000).fill('memo')],
            widths: Object.fromEntries(MANY.map((id) => [id, 300])),
          }),
        { ...PLAIN, order: ['memo', 'id', 'name'] },
      ],
      [
        'that names what every object has',
        () =>
          '{"version":1,"visibility":{"__proto__":false,"constructor":false},' +
          '"order":["__proto__","toString","memo","id"],"widths":{"__proto__":300,"valueOf":1e300}}',
        { ...PLAIN, order: ['memo', 'id', 'name'] },
      ],
      ['with wrong parts', () => '{"version":1,"visibility":3,"order":"id","widths":null}', PLAIN],
    ]
  test.each(damages)('a layout %s is repaired, never fatal', (_what, change, layout) => {
    damage(change)
    expect(readLayout('Bins', 'ada', IDS)).toEqual(layout)
  })

  test('a layout whose visible columns have all been removed shows the others', () => {
    storeLayout(
      'Bins',
      'ada',
      {
        visibility: { id: false, name: false, memo: false },
        order: ['gone', ...COLUMNS],
        widths: {},
      },
      IDS,
    )
    expect(readLayout('Bins', 'ada', IDS)).toEqual(PLAIN)
  })

  test('a layout keeps every width within its limits', () => {
    storeLayout('Bins', 'ada', { ...PLAIN, widths: { id: 20, name: 320.4, memo: 5000 } }, IDS)
    expect(readLayout('Bins', 'ada', IDS).widths).toEqual({ id: 80, name: 320, memo: 400 })
  })

  test('full or refused storage loses only the layout', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    storeLayout('Bins', 'ada', ARRANGED, IDS)
    expect(readLayout('Bins', 'ada', IDS)).toEqual(PLAIN)
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('refused', 'SecurityError')
    })
    expect(readLayout('Bins', 'ada', IDS)).toEqual(PLAIN)
  })
})

describe('leading columns', () => {
  const LEADING = { columns: COLUMNS, leading: ['memo', 'unknown'] }
  const USUAL: TableLayout = { ...PLAIN, order: ['memo', 'id', 'name'] }

  test('leading columns stand first until a person moves a column', () => {
    expect(readLayout('Bins', 'ada', LEADING)).toEqual(USUAL)
    storeLayout('Bins', 'ada', { ...USUAL, visibility: { id: false } }, LEADING)
    const other = { ...LEADING, leading: ['name'] }
    expect(readLayout('Bins', 'ada', other).order).toEqual(['name', 'id', 'memo'])
    storeLayout('Bins', 'ada', { ...USUAL, order: COLUMNS }, LEADING)
    expect(readLayout('Bins', 'ada', other).order).toEqual(COLUMNS)
  })

  test('a layout of an earlier console moved a column only if it is not in the declared order', () => {
    const stored = (order: readonly string[]) => JSON.stringify({ version: 1, order, widths: {} })
    damage(() => stored(COLUMNS))
    expect(readLayout('Bins', 'ada', LEADING)).toEqual(USUAL)
    damage(() => stored(['name', 'memo', 'id']))
    expect(readLayout('Bins', 'ada', LEADING).order).toEqual(['name', 'memo', 'id'])
  })

  test('a layout tells whether a person has moved a column', () => {
    expect([USUAL, PLAIN].map((layout) => isMoved(layout, LEADING))).toEqual([false, true])
  })
})
