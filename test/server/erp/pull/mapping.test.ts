import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listEndpoint } from '#contract/sync/list-endpoints.ts'
import { readMapping, STANDARD_MAPPING } from '#server/erp/pull/mapping.ts'
import { sourcesOf } from '#server/erp/pull/sources.ts'
import { call } from '#test/support/server/clients/call.ts'
import { erpApp, type ErpApp } from '#test/support/server/erp-app.ts'
import { makeWarehouse } from '#test/netsuite/generator/make-warehouse.ts'

const folder = mkdtempSync(join(tmpdir(), 'dockside-mapping-'))
afterAll(() => rmSync(folder, { recursive: true }))

const path = join(folder, 'mapping.json')
function mapped(text: string) {
  writeFileSync(path, text)
  return readMapping({ erpMapping: path })
}

describe('the mapping', () => {
  test('the mapping is the standard one without a file', () => {
    expect(readMapping({ erpMapping: null })).toBe(STANDARD_MAPPING)
  })

  test('the file overrides some columns, and the others stay', () => {
    const mapping = mapped(
      '\uFEFF{"bins": {"table": "bin", "columns": {"room": "custrecord_hall", "memo": null}}}',
    )
    expect(mapping.bins.columns).toEqual({
      ...STANDARD_MAPPING.bins.columns,
      room: 'custrecord_hall',
      memo: null,
    })
    expect(mapping.items).toEqual(STANDARD_MAPPING.items)
  })

  test.each([
    ['{', 'it is no JSON'],
    ['[]', 'it is not what is expected'],
    ['{"bins": {"colums": {}}}', 'bins is not what is expected'],
    ['{"bin": {}}', 'there is no area bin; there are locations, bins, items'],
    ['{"bins": {"columns": {"hall": "x"}}}', 'bins has no column hall; it has id, binnumber'],
    ['{"bins": {"columns": {"id": null}}}', 'bins cannot be read without its column id'],
    ['{"bins": {"columns": {"room": "x; DROP"}}}', 'bins.columns.room is not the name of a column'],
    ['{"bins": {"table": "bin, item"}}', 'bins.table is not the name of a table'],
    ['{"salesOrders": {"table": "orders"}}', 'salesOrders.table is made of two tables'],
  ])('a mapping of %s is refused with one sentence', (text, why) => {
    expect(() => mapped(text)).toThrow(/^ERP_MAPPING must be the path of a JSON file/)
    expect(() => mapped(text)).toThrow(why)
  })

  test('a missing mapping file is named', () => {
    expect(() => readMapping({ erpMapping: join(folder, 'nowhere') })).toThrow('(ENOENT)')
  })
})

describe('a pull with another mapping', () => {
  let app: ErpApp
  beforeEach(async () => {
    app = await erpApp({
      warehouse: makeWarehouse({ locations: 6, bins: 50, items: 10, inventory: 20 }),
    })
  })
  afterEach(() => app.close())

  test('a pull reads the columns of the mapping, and leaves fields empty that the account lacks', async () => {
    const mapping = mapped('{"bins": {"columns": {"room": "custrecord_wh", "memo": null}}}')
    await app.otherErp({ sources: sourcesOf(mapping) }).pull('bins', 'root')
    const { body } = await call(app.app, listEndpoint('bins'), { token: app.token })
    const rows = body['data'] as Record<string, unknown>[]
    expect(rows).toHaveLength(50)
    for (const row of rows) expect(row).toMatchObject({ room: row['wh'], memo: null })
    expect(rows.some(({ wh }) => wh !== null)).toBe(true)
  })
})
