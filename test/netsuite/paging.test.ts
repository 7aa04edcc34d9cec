import { expect, test } from 'vitest'
import { SUITEQL_PATH } from '#test/netsuite/call.ts'
import { query, readError, send, sendQuery } from '#test/netsuite/support/client.ts'
import { running } from '#test/netsuite/support/running.ts'
import { createWarehouse } from '#test/netsuite/warehouse.ts'

const BINS = 'SELECT id FROM bin ORDER BY id'

/** Bins 1 to `count`, all in one location. */
function manyBins(count: number) {
  const warehouse = createWarehouse()
  const first = warehouse.add('bin', { id: 1, location: 1 })
  const others = Array.from({ length: count - 1 }, (_, index) => ({ ...first, id: index + 2 }))
  warehouse.load('bin', others)
  return warehouse
}

test('a page has its rows, the link to the next page, and the total', async () => {
  const netSuite = await running()
  const address = `${netSuite.url}${SUITEQL_PATH}`
  expect(await query(netSuite, BINS, '?limit=2&offset=0')).toEqual({
    links: [
      { rel: 'self', href: `${address}?limit=2&offset=0` },
      { rel: 'next', href: `${address}?limit=2&offset=2` },
    ],
    count: 2,
    hasMore: true,
    items: [
      { links: [], id: '1' },
      { links: [], id: '2' },
    ],
    offset: 0,
    totalResults: 3,
  })
  expect(await query(netSuite, BINS, '?limit=2&offset=2')).toEqual({
    links: [{ rel: 'self', href: `${address}?limit=2&offset=2` }],
    count: 1,
    hasMore: false,
    items: [{ links: [], id: '10' }],
    offset: 2,
    totalResults: 3,
  })
})

test('a page has 1000 rows unless fewer are requested', async () => {
  const netSuite = await running({ warehouse: manyBins(1001) })
  const { count, hasMore, totalResults } = await query(netSuite, BINS)
  expect({ count, hasMore, totalResults }).toEqual({
    count: 1000,
    hasMore: true,
    totalResults: 1001,
  })
})

test.each([
  ['?limit=0', 'limit'],
  ['?limit=1001', 'limit'],
  ['?limit=ten', 'limit'],
  ['?limit=2&offset=-2', 'offset'],
  ['?limit=2&offset=3', 'offset'],
  ['?limit=1000&offset=100000', 'offset'],
])('a request with %s is refused', async (parameters, name) => {
  const response = await sendQuery(await running(), BINS, parameters)
  expect(await response.json()).toMatchObject({
    status: 400,
    'o:errorDetails': [{ 'o:errorCode': 'INVALID_PARAMETER', 'o:errorQueryParam': name }],
  })
})

test('pages by offset end after 100,000 rows even if there are more', async () => {
  const netSuite = await running({ warehouse: manyBins(100_500) })
  const last = await query(netSuite, BINS, '?limit=1000&offset=99000')
  expect(last).toMatchObject({ count: 1000, hasMore: false, totalResults: 100_000 })
  const rest = await query(netSuite, 'SELECT id FROM bin WHERE id > 100000 ORDER BY id')
  expect(rest).toMatchObject({ count: 500, hasMore: false, totalResults: 500 })
  expect(await query(netSuite, 'SELECT COUNT(*) AS n FROM bin')).toMatchObject({
    items: [{ n: '100500' }],
  })
})

test('pages without an ORDER BY repeat some rows and miss others', async () => {
  const netSuite = await running({ warehouse: manyBins(200) })
  const seen = new Set<string>()
  for (const offset of [0, 50, 100, 150]) {
    const page = await query(netSuite, 'SELECT id FROM bin', `?limit=50&offset=${offset}`)
    for (const { id } of page.items) seen.add(String(id))
  }
  expect(seen.size).toBeLessThan(200)
})

test('the second page reflects rows that were added, changed or removed after the first', async () => {
  const netSuite = await running({ warehouse: manyBins(6) })
  const select = 'SELECT id, memo FROM bin ORDER BY id'
  await query(netSuite, select, '?limit=3&offset=0')
  netSuite.warehouse.remove('bin', 5)
  netSuite.warehouse.change('bin', 6, { memo: 'moved' })
  netSuite.warehouse.add('bin', { location: 1 })
  const { items } = await query(netSuite, select, '?limit=3&offset=3')
  expect(items).toEqual([
    { links: [], id: '4' },
    { links: [], id: '6', memo: 'moved' },
    { links: [], id: '7' },
  ])
})

test('a query without Prefer: transient is refused', async () => {
  const netSuite = await running()
  const response = await sendQuery(netSuite, BINS, '', { headers: { prefer: 'respond-async' } })
  expect(await readError(response)).toEqual({ status: 400, code: 'INVALID_HEADER' })
})

test.each([[{}], [{ q: 5 }], ['SELECT id FROM bin'], [undefined]])(
  'a body of %j is refused',
  async (body) => {
    const headers = { prefer: 'transient' }
    const response = await send(await running(), SUITEQL_PATH, { method: 'POST', body, headers })
    expect(await readError(response)).toEqual({ status: 400, code: 'INVALID_CONTENT' })
  },
)

test('a query that cannot be parsed is refused with an error in the shape of NetSuite', async () => {
  const response = await sendQuery(await running(), 'SELECT colour FROM bin')
  expect(response.headers.get('content-type')).toContain('+json')
  expect(await response.json()).toEqual({
    type: 'https://www.rfc-editor.org/rfc/rfc9110.html#section-15.5.1',
    title: 'Bad Request',
    status: 400,
    'o:errorDetails': [
      {
        detail:
          'Invalid search query. Detailed unprocessed description follows. Search error occurred: ' +
          "Unknown identifier 'colour'. Available identifiers are: {bin=bin}.",
        'o:errorQueryParam': 'q',
        'o:errorCode': 'INVALID_PARAMETER',
      },
    ],
  })
})
