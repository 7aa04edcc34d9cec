import { afterEach, describe, expect, test, vi } from 'vitest'
import { followLayout, storeLayout, readLayout } from '#console/table/columns/table-memory.ts'
import type { TableLayout } from '#console/table/columns/table-layout.ts'

const COLUMNS = ['id', 'name', 'memo']
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
  storeLayout('Bins', 'ada', ARRANGED)
  const key = Object.keys(window.localStorage).find((each) => each.includes('Bins')) ?? ''
  window.localStorage.setItem(key, change(window.localStorage.getItem(key) ?? ''))
}

describe('the layout of a table', () => {
  test('a table shows its columns in the default arrangement until somebody changes it', () => {
    expect(readLayout('Bins', 'ada', COLUMNS)).toEqual(PLAIN)
  })

  test('a layout is stored for the table and the admin, and for no other', () => {
    storeLayout('Bins', 'ada', ARRANGED)
    expect(readLayout('Bins', 'ada', COLUMNS)).toEqual(ARRANGED)
    expect(readLayout('Bins', 'bob', COLUMNS)).toEqual(PLAIN)
    expect(readLayout('Items', 'ada', COLUMNS)).toEqual(PLAIN)
  })

  test('a layout drops removed columns and puts new ones at the end', () => {
    storeLayout('Bins', 'ada', {
      visibility: { memo: false, gone: false },
      order: ['gone', 'memo', 'id'],
      widths: { gone: 300, id: 250 },
    })
    expect(readLayout('Bins', 'ada', ['id', 'fresh', 'memo'])).toEqual({
      visibility: { memo: false },
      order: ['memo', 'id', 'fresh'],
      widths: { id: 250 },
    })
  })

  test('a layout with no column left shows all columns again, unless a person has just hidden them', () => {
    const nothing = { ...PLAIN, visibility: { id: false, name: false, memo: false } }
    storeLayout('Bins', 'ada', nothing)
    expect(readLayout('Bins', 'ada', COLUMNS)).toEqual(PLAIN)
    expect(followLayout(nothing, COLUMNS)).toEqual(nothing)
    const left = { ...PLAIN, visibility: { id: false, name: false } }
    expect(followLayout(left, ['id', 'name'])).toEqual({ ...PLAIN, order: ['id', 'name'] })
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
          '"order":["__proto__","toString","memo"],"widths":{"__proto__":300,"valueOf":1e300}}',
        { ...PLAIN, order: ['memo', 'id', 'name'] },
      ],
      ['with wrong parts', () => '{"version":1,"visibility":3,"order":"id","widths":null}', PLAIN],
    ]
  test.each(damages)('a layout %s is repaired, never fatal', (_what, change, layout) => {
    damage(change)
    expect(readLayout('Bins', 'ada', COLUMNS)).toEqual(layout)
  })

  test('a layout whose visible columns have all been removed shows the others', () => {
    storeLayout('Bins', 'ada', {
      visibility: { id: false, name: false, memo: false },
      order: ['gone', ...COLUMNS],
      widths: {},
    })
    expect(readLayout('Bins', 'ada', COLUMNS)).toEqual(PLAIN)
  })

  test('a layout keeps every width within its limits', () => {
    storeLayout('Bins', 'ada', { ...PLAIN, widths: { id: 20, name: 320.4, memo: 5000 } })
    expect(readLayout('Bins', 'ada', COLUMNS).widths).toEqual({ id: 230, name: 320, memo: 400 })
  })

  test('full or refused storage loses only the layout', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    storeLayout('Bins', 'ada', ARRANGED)
    expect(readLayout('Bins', 'ada', COLUMNS)).toEqual(PLAIN)
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('refused', 'SecurityError')
    })
    expect(readLayout('Bins', 'ada', COLUMNS)).toEqual(PLAIN)
  })
})
