import { describe, expect, test } from 'vitest'
import {
  ADMIN_FEATURES,
  completeFeatures,
  showsCard,
  showsInMenu,
  type AdminFeature,
} from '#contract/access.ts'
import { collectionOf, pulledCollections } from '#contract/collections.ts'
import { lists } from '#console/screens/lists.ts'

/** The screens of each flag by specification.md section 6, with the same label in the menu and on the card. */
const SHOWN = {
  locations: ['Locations'],
  bins: ['Bins'],
  inventory: ['Inventory'],
  items: ['Items'],
  salesorder: ['Sales Orders'],
  inbound: ['Inbound Shipment', 'Inbound Data Records'],
  bincount: ['Bin Count Records'],
  binAdjustment: ['Bin Adjustment Records'],
  binTransfer: ['Bin Transfer'],
  superAdmin: [],
} as const satisfies Record<AdminFeature, readonly string[]>

const PEOPLE = ['Admins', 'WMS Mobile Users']

function seenBy(flags: readonly AdminFeature[], isSuperAdmin = false) {
  const features = completeFeatures(Object.fromEntries(flags.map((flag) => [flag, true])))
  const who = { username: 'ada', isSuperAdmin, features }
  return {
    menu: lists.filter(({ access }) => showsInMenu(access, who)).map(({ menu }) => menu),
    cards: lists.filter(({ access }) => showsCard(access, who)).map(({ menu }) => menu),
  }
}

describe('menu and cards', () => {
  test.each(ADMIN_FEATURES)('menu and cards show only the screens of the flag %s', (flag) => {
    expect(seenBy([flag])).toEqual({ menu: SHOWN[flag], cards: SHOWN[flag] })
  })

  test('menu and cards show accounts to super admins only', () => {
    expect(seenBy([], true)).toEqual({ menu: PEOPLE, cards: PEOPLE })
    const { menu, cards } = seenBy(ADMIN_FEATURES)
    for (const seen of [menu, cards]) {
      expect(seen).toHaveLength(Object.values(SHOWN).flat().length)
      expect(seen).not.toEqual(expect.arrayContaining(PEOPLE.slice(0, 1)))
      expect(seen).not.toEqual(expect.arrayContaining(PEOPLE.slice(1)))
    }
  })
})

test('the ERP has collections for exactly six flags', () => {
  const flags = pulledCollections.flatMap((name) => {
    const { access } = collectionOf(name)
    return typeof access === 'string' ? [] : [access.feature]
  })
  const PULLED = ['locations', 'bins', 'inventory', 'items', 'salesorder', 'inbound']
  expect([...new Set(flags)].toSorted()).toEqual(PULLED.toSorted())
})

describe('the order before a person sorts', () => {
  const cases = [
    ['locations', 'name', 'WH '],
    ['bins', 'bin_number', 'D-'],
    ['items', 'id', ''],
    ['inboundShipments', 'id', ''],
    ['inventory', 'item', 'SKU-'],
    ['salesOrders', 'internal_id', ''],
    ['admins', 'username', 'admin'],
    ['wmsAiUsers', 'name', 'Picker '],
  ] as const
  test.each(cases)('%s start in natural order of %s', (collection, field, prefix) => {
    const names = ['10', '1', '11', '2'].map((number) => prefix + number)
    const screen = lists.find((each) => each.collection === collection)
    const { index } = screen?.table(names.map((name) => ({ [field]: name }))) ?? {}
    const sort = { id: screen?.sortedBy ?? '', descending: false }
    const shown = index?.matching({ search: '', filters: [], sort })
    const order = ['1', '2', '10', '11'].map((number) => prefix + number)
    expect(shown?.map((row): unknown => Reflect.get(row, field))).toEqual(order)
    expect(sort.id).toBe(field)
  })
})
