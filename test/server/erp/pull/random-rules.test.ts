/** Random rules over an account that changes: after each pull a list has exactly the rows that its rules leave. */
import { afterEach, expect, test } from 'vitest'
import type { Row } from '#contract/collections.ts'
import { listKey, type PulledList } from '#contract/lists.ts'
import { INACTIVE_LISTS, NO_RULES, type ReadRules } from '#contract/own/read-rules.ts'
import { listRecords } from '#server/db/mirror/records.ts'
import { READ_RULES, saveSettings, settingPurpose } from '#server/db/repositories/settings.ts'
import { between, createRandom, pick } from '#test/netsuite/random.ts'
import { createWarehouse } from '#test/netsuite/warehouse.ts'
import { erpApp, type ErpApp } from '#test/support/server/erp-app.ts'

const STEPS = Number(process.env['RULE_STEPS'] ?? 8)
const SEED = Number(process.env['SEED'] ?? 20_261_124)
const STEP_MS = 20 * 60_000

const LISTS = [
  'locations',
  'bins',
  'items',
  'inventory',
  'salesOrders',
  'inboundShipments',
] as const satisfies readonly PulledList[]
const ORDER_CODES = ['A', 'B', 'D', 'H'] as const
const SHIPMENT_WORDS = { inTransit: 'In Transit', received: 'Received', closed: 'Closed' } as const
const LOCATIONS = [1, 2, 3, 4, 5]
const FLAGS = ['T', 'F'] as const

let app: ErpApp | null = null
afterEach(() => app?.close())

const random = createRandom(SEED)
const some = <T>(all: readonly T[]): T[] => (random() < 0.5 ? [] : all.filter(() => random() < 0.5))

function randomRules(): ReadRules {
  return {
    ...NO_RULES,
    subsidiaries: some(['1', '2']),
    locations: some(LOCATIONS.map(String)),
    order_statuses: some(ORDER_CODES),
    shipment_statuses: some(Object.keys(SHIPMENT_WORDS) as (keyof typeof SHIPMENT_WORDS)[]),
    without_inactive: some(INACTIVE_LISTS),
  }
}

/** Each change of a record may bring it under these or out of them. */
const FIRST_RULES: ReadRules = {
  ...NO_RULES,
  order_statuses: ['A', 'B'],
  shipment_statuses: ['inTransit'],
  without_inactive: [...INACTIVE_LISTS],
}

const allows = (wanted: readonly string[], one: string | number | null | undefined): boolean =>
  wanted.length === 0 || wanted.includes(String(one))

test(
  `the rows are those that the rules leave, ${STEPS} times (seed ${SEED})`,
  async () => {
    let now = () => Date.UTC(2026, 4, 1)
    const warehouse = createWarehouse(() => now())
    for (const id of [1, 2]) warehouse.add('subsidiary', { id, name: `Company ${id}` })
    for (const id of LOCATIONS)
      warehouse.add('location', { id, fullname: `Hall ${id}`, subsidiary: (id % 2) + 1 })
    for (let id = 1; id <= 25; id += 1)
      warehouse.add('bin', { id, location: pick(random, LOCATIONS) })
    for (let id = 1; id <= 12; id += 1) warehouse.add('item', { id, itemid: `I-${id}` })
    for (let id = 1; id <= 12; id += 1)
      for (const location of LOCATIONS)
        warehouse.add('aggregateitemlocation', { item: id, location })
    let uniquekey = 0
    const anOrder = (): void => {
      const status = `SalesOrd:${pick(random, ORDER_CODES)}`
      const { id } = warehouse.add('transaction', { type: 'SalesOrd', status })
      for (let line = 1; line <= between(random, 1, 3); line += 1) {
        const location = pick(random, LOCATIONS)
        uniquekey += 1
        const rest = { uniquekey, linesequencenumber: line, subsidiary: (location % 2) + 1 }
        warehouse.add('transactionline', { transaction: id, id: line, location, ...rest })
      }
    }
    for (let nth = 0; nth < 15; nth += 1) anOrder()
    for (let nth = 0; nth < 9; nth += 1)
      warehouse.add('inboundshipment', {
        shipmentstatus: pick(random, Object.entries(SHIPMENT_WORDS).flat()),
      })
    app = await erpApp({ warehouse })
    const { clock, context, erp } = app
    now = clock.now

    /** The last row stays: a pull believes that an account has none only the second time. */
    const removeOneOf = (table: 'item' | 'transaction'): void => {
      const rows = warehouse.rows(table)
      if (rows.length > 1) warehouse.remove(table, pick(random, rows).id)
    }
    const changes: readonly (() => void)[] = [
      () =>
        warehouse.change('bin', pick(random, warehouse.rows('bin')).id, {
          location: pick(random, LOCATIONS),
        }),
      () =>
        warehouse.change('bin', pick(random, warehouse.rows('bin')).id, {
          isinactive: pick(random, FLAGS),
        }),
      () =>
        warehouse.change('item', pick(random, warehouse.rows('item')).id, {
          isinactive: pick(random, FLAGS),
        }),
      () => warehouse.add('item', { itemid: 'new' }),
      () => removeOneOf('item'),
      () =>
        warehouse.change('location', pick(random, LOCATIONS), { isinactive: pick(random, FLAGS) }),
      anOrder,
      () => removeOneOf('transaction'),
      () =>
        warehouse.change('transaction', pick(random, warehouse.rows('transaction')).id, {
          status: `SalesOrd:${pick(random, ORDER_CODES)}`,
        }),
      () =>
        warehouse.change(
          'transactionline',
          pick(random, warehouse.rows('transactionline')).uniquekey,
          {
            location: pick(random, LOCATIONS),
          },
        ),
      () =>
        warehouse.change('inboundshipment', pick(random, warehouse.rows('inboundshipment')).id, {
          shipmentstatus: pick(random, Object.entries(SHIPMENT_WORDS).flat()),
        }),
    ]

    /** The keys of the rows that a list must have, by the plain meaning of the rules. */
    function expected(list: (typeof LISTS)[number], rules: ReadRules): string[] {
      const active = (row: { readonly isinactive: string }): boolean =>
        !rules.without_inactive.some((one) => one === list) || row.isinactive === 'F'
      const isHere = (location: number | null): boolean =>
        allows(rules.locations, location) &&
        allows(rules.subsidiaries, warehouse.find('location', location ?? 0)?.subsidiary)
      switch (list) {
        case 'locations':
          return warehouse
            .rows('location')
            .filter((row) => isHere(row.id) && active(row))
            .map(({ id }) => `${id}`)
        case 'bins':
          return warehouse
            .rows('bin')
            .filter((row) => isHere(row.location) && active(row))
            .map(({ id }) => `${id}`)
        case 'items':
          return warehouse
            .rows('item')
            .filter(active)
            .map(({ id }) => `${id}`)
        case 'inventory':
          return warehouse
            .rows('aggregateitemlocation')
            .filter(({ location }) => isHere(location))
            .map(({ item, location }) => `${item}|${location}`)
        case 'salesOrders':
          return warehouse.rows('transactionline').flatMap((line) => {
            const status = warehouse.find('transaction', line.transaction)?.status ?? ''
            const isWanted =
              allows(rules.order_statuses, status.replace('SalesOrd:', '')) &&
              allows(rules.locations, line.location) &&
              allows(rules.subsidiaries, line.subsidiary)
            return isWanted ? [`${line.transaction}|${line.id}`] : []
          })
        case 'inboundShipments':
          return warehouse.rows('inboundshipment').flatMap(({ id, shipmentstatus }) => {
            const codes = Object.entries(SHIPMENT_WORDS).filter((both) =>
              both.some((one) => one === shipmentstatus),
            )
            return allows(rules.shipment_statuses, codes[0]?.[0]) ? [`${id}`] : []
          })
      }
    }

    let rules = NO_RULES
    let partial = 0
    for (let step = 0; step < STEPS; step += 1) {
      clock.advance(STEP_MS)
      for (let nth = between(random, 8, 20); nth > 0; nth -= 1) pick(random, changes)()
      if (step === 0 || random() < 0.25) {
        rules = step === 0 ? FIRST_RULES : randomRules()
        const sealed = context.seal.seal(settingPurpose(READ_RULES), JSON.stringify(rules))
        const at = { by: 'root', at: new Date(now()) }
        await saveSettings(context.db, new Map([[READ_RULES, sealed]]), at)
      }
      clock.advance(STEP_MS)
      for (const list of LISTS) {
        app.netsuite.requests.reset()
        await erp.pull(list, 'root')
        const log = app.netsuite.requests.log.map(({ query }) => query ?? '')
        if (log.some((query) => query.includes('lastmodifieddate >= TO_DATE'))) partial += 1
        const rows = JSON.parse((await listRecords(context.db, list)).json) as Row[]
        const keys = rows.map((row) =>
          list === 'inventory'
            ? `${String(row['internal_id'])}|${String(row['location_id'])}`
            : (listKey(list, row) ?? ''),
        )
        expect({ step, list, rules, keys: keys.toSorted() }).toEqual({
          step,
          list,
          rules,
          keys: expected(list, rules).toSorted(),
        })
      }
    }
    // Otherwise the pulls of changes would not have been tried.
    expect(partial).toBeGreaterThan(STEPS / 2)
  },
  60_000 + STEPS * 5_000,
)
