/** Saved views through an address and back, on all lists. */
import { defaultParseSearch, defaultStringifySearch } from '@tanstack/react-router'
import { describe, expect, test } from 'vitest'
import { PAGE_SIZES } from '#contract/constants.ts'
import type { ColumnFilter } from '#contract/views/list-search.ts'
import { INSTALLED_CONFIG, readViewConfig, type ViewConfig } from '#contract/views/view-config.ts'
import { VIEW_SCREENS } from '#contract/views/view-screens.ts'
import { lists } from '#console/screens/lists.ts'
import { fitView, readListSearch, searchOf, viewOf } from '#console/table/columns/table-address.ts'
import { followLayout } from '#console/table/columns/table-memory.ts'
import { shownIn } from '#console/table/columns/table-layout.ts'
import {
  columnsOf,
  configOf,
  isOtherLayout,
  isOtherSearch,
  layoutOf,
  searchOver,
  viewOver,
} from '#console/views/view-state.ts'
import { between, createRandom, pick, type Random } from '#test/netsuite/random.ts'

/** How many random views; `npm run test:long` makes more. */
const VIEWS = Number(process.env['VIEWS'] ?? 1_500)

const TEXTS = [
  'A-01',
  '17',
  'true',
  'null',
  '{"a":1}',
  ' ',
  'é&=?#+%',
  '-bin',
  '"',
  '5e3',
  '2026-11-05',
]

function randomFilter(random: Random): string | ColumnFilter {
  const text = pick(random, TEXTS)
  if (random() < 0.4) return text
  const ends = pick(random, [
    { from: between(random, -5, 5) },
    { from: '2026-11-05', to: '2026-11-09' },
    { to: 0.5 },
    {},
  ])
  const filter = {
    ...ends,
    ...(random() < 0.5 && { values: [...new Set([pick(random, TEXTS), pick(random, TEXTS)])] }),
    ...(random() < 0.3 && { empty: random() < 0.5 }),
  }
  return Object.keys(filter).length === 0 ? text : filter
}

function randomConfig(random: Random, ids: readonly string[]): ViewConfig {
  const some = ids.filter(() => random() < 0.3)
  const order = random() < 0.5 ? [] : ids.toSorted(() => random() - 0.5)
  return {
    v: 1,
    q: random() < 0.5 ? '' : pick(random, TEXTS),
    filters: Object.fromEntries(some.map((id) => [id, randomFilter(random)])),
    sort: random() < 0.5 ? '' : `${random() < 0.5 ? '-' : ''}${pick(random, ids)}`,
    size: pick(random, PAGE_SIZES),
    columns: {
      order,
      hidden: order.filter(() => random() < 0.2),
      widths: Object.fromEntries(some.map((id) => [id, between(random, 230, 400)])),
    },
  }
}

/** A search as it comes back from the address bar. */
const throughAddress = (search: object) =>
  readListSearch(defaultParseSearch(defaultStringifySearch(search)))

test('each list screen has views, of its collection', () => {
  expect(
    Object.fromEntries(lists.map(({ path, collection }) => [path.slice(1), collection])),
  ).toEqual(VIEW_SCREENS)
})

test(`${String(VIEWS)} random views of all lists are the same after a way through the address`, () => {
  const random = createRandom(20)
  const tables = lists.map((screen) => ({
    columns: screen.table([]).columns.map(({ id }) => id),
    leading: screen.leading ?? [],
  }))
  for (let nth = 0; nth < VIEWS; nth += 1) {
    const ids = tables[nth % tables.length]
    if (!ids) throw new Error('every list has columns')
    const [below, config] = [randomConfig(random, ids.columns), randomConfig(random, ids.columns)]
    const { columns } = config
    expect(readViewConfig(JSON.parse(JSON.stringify(config)))).toEqual(config)
    const view = viewOver(config, {})
    const over = throughAddress(searchOver('k3f9x2ab', below, view))
    expect(over.view).toBe('k3f9x2ab')
    expect(configOf(viewOver(below, over), columns)).toEqual(config)
    const alone = throughAddress(searchOf(view))
    expect(configOf(viewOf(alone), columns)).toEqual(config)
    expect(isOtherSearch(config, view)).toBe(false)
    expect(throughAddress(searchOver('k3f9x2ab', config, view))).toEqual({ view: 'k3f9x2ab' })
    const layout = followLayout(layoutOf(columns), ids)
    expect(isOtherLayout(config, layout, ids)).toBe(false)
    expect(isOtherLayout({ ...config, columns: columnsOf(layout, ids) }, layout, ids)).toBe(false)
  }
})

describe('a view that no longer fits', () => {
  const [bins] = lists.filter(({ path }) => path === '/bins')
  const columns = bins?.table([]).columns ?? []
  const ids = { columns: columns.map(({ id }) => id), leading: ['bin_number'] }

  test('a view with a column that is gone shows the others, without its filter and order', () => {
    const config = readViewConfig({
      v: 1,
      q: 'C',
      filters: { gone: 'x', location: 'Main' },
      sort: '-gone',
      columns: {
        order: ['gone', 'memo', 'id'],
        hidden: ['gone', 'aisle_no'],
        widths: { gone: 300 },
      },
    })
    const view = fitView(viewOver(config, {}), columns)
    expect(view).toMatchObject({
      search: 'C',
      filters: [{ id: 'location', text: 'Main' }],
      sort: null,
    })
    const layout = followLayout(layoutOf(config.columns), ids)
    expect(shownIn(layout).slice(0, 2)).toEqual(['memo', 'id'])
    expect(shownIn(layout)).toHaveLength(columns.length - 1)
    expect(isOtherLayout(config, layout, ids)).toBe(false)
  })

  test('a view whose only visible column is gone shows all columns', () => {
    const hidden = ids.columns
    const later = { columns: [...hidden, 'new'], leading: [] }
    const layout = followLayout(layoutOf({ order: [], hidden, widths: {} }), later)
    expect(shownIn(layout)).toEqual(['new'])
  })

  test.each([
    ['of an unknown version', { v: 9, q: 'C', look: 'cards' }, { q: 'C' }],
    ['of nothing', null, {}],
    ['of another kind', 'C', {}],
    ['with broken parts', { q: [], filters: 7, sort: {}, size: 37, columns: [] }, {}],
  ])('a view %s is read as far as it is known', (_what, given, known) => {
    expect(readViewConfig(given)).toEqual({ ...INSTALLED_CONFIG, ...known })
  })
})

test('what the address names beside a view wins, also nothing', () => {
  const below = readViewConfig({ q: 'C', sort: '-bin', size: 50, filters: { room: 'A' } })
  const search = throughAddress({ view: 'k3f9x2ab', q: '', filter: {}, size: 10 })
  expect(configOf(viewOver(below, search), below.columns)).toEqual({
    ...INSTALLED_CONFIG,
    sort: '-bin',
  })
  expect(throughAddress({ view: 'A B', q: '' })).toEqual({})
})
