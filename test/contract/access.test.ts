import { describe, expect, test } from 'vitest'
import {
  ADMIN_FEATURES,
  completeFeatures,
  completeMobileFeatures,
  isYes,
  MOBILE_FEATURES,
  opensRoute,
  shownFeatures,
  showsCard,
  showsInMenu,
  type Access,
  type AdminFeatures,
  type Principal,
} from '#contract/access.ts'

function anAdmin(features: Partial<AdminFeatures>, isSuperAdmin = false): Principal {
  return { username: 'picker1', isSuperAdmin, features }
}

describe('the flags', () => {
  test('an admin has exactly these ten flags', () => {
    expect([...ADMIN_FEATURES]).toEqual([
      'locations',
      'bins',
      'inventory',
      'items',
      'salesorder',
      'inbound',
      'bincount',
      'binAdjustment',
      'binTransfer',
      'superAdmin',
    ])
  })

  test('a mobile user has exactly these thirteen flags', () => {
    expect([...MOBILE_FEATURES]).toEqual([
      'itemLookup',
      'binCount',
      'binAdjustments',
      'binTransfer',
      'inbound',
      'picking',
      'ltlOrders',
      'binAdjustmentsReport',
      'binCountReports',
      'binTransferReports',
      'inboundReports',
      'pickingReports',
      'ltlReports',
    ])
  })
})

const states = [
  { state: 'missing', given: {}, route: false, menu: true, card: false },
  { state: 'false', given: { value: false }, route: false, menu: false, card: false },
  { state: 'true', given: { value: true }, route: true, menu: true, card: true },
] as const

const flagCases = ADMIN_FEATURES.flatMap((feature) =>
  states.map(({ state, given, ...expected }) => {
    const features = 'value' in given ? { [feature]: given.value } : {}
    return { feature, state, features, expected }
  }),
)

describe('access that needs a flag', () => {
  test('the cases cover ten flags in three states', () => {
    expect(flagCases).toHaveLength(30)
  })

  test.each(flagCases)(
    '$feature $state: route $expected.route, menu $expected.menu, card $expected.card',
    ({ feature, features, expected }) => {
      const who = anAdmin(features)
      expect(opensRoute({ feature }, who)).toBe(expected.route)
      expect(showsInMenu({ feature }, who)).toBe(expected.menu)
      expect(showsCard({ feature }, who)).toBe(expected.card)
    },
  )

  test.each(flagCases)(
    '$feature $state: being a super admin changes nothing',
    ({ feature, features, expected }) => {
      const who = anAdmin(features, true)
      expect(opensRoute({ feature }, who)).toBe(expected.route)
      expect(showsInMenu({ feature }, who)).toBe(expected.menu)
      expect(showsCard({ feature }, who)).toBe(expected.card)
    },
  )

  test.each(ADMIN_FEATURES)('%s: the other flags do not help', (feature) => {
    const others = Object.fromEntries(ADMIN_FEATURES.map((name) => [name, name !== feature]))
    expect(opensRoute({ feature }, anAdmin(others))).toBe(false)
    expect(showsInMenu({ feature }, anAdmin(others))).toBe(false)
    expect(showsCard({ feature }, anAdmin(others))).toBe(false)
  })

  test.each(ADMIN_FEATURES)('%s: a super admin passes if the access says so', (feature) => {
    const access = { feature, orSuperAdmin: true } as const
    for (const reading of [opensRoute, showsInMenu, showsCard]) {
      expect(reading(access, anAdmin({ [feature]: false }, true))).toBe(true)
      expect(reading(access, anAdmin({ [feature]: false }))).toBe(false)
      expect(reading(access, anAdmin({ [feature]: true }))).toBe(true)
    }
  })
})

describe('access with any of several flags', () => {
  const access = { anyFeature: ['bincount', 'inbound'] } as const
  const rows = [
    ['both missing', {}, { route: false, menu: true, card: false }],
    ['both false', { bincount: false, inbound: false }, { route: false, menu: false, card: false }],
    ['one false, one missing', { inbound: false }, { route: false, menu: true, card: false }],
    ['one true', { bincount: true, inbound: false }, { route: true, menu: true, card: true }],
    ['another true', { bincount: false, inbound: true }, { route: true, menu: true, card: true }],
    [
      'only flags that it does not name',
      { bins: true, bincount: false, inbound: false },
      { route: false, menu: false, card: false },
    ],
  ] as const

  test.each(rows)('%s: route, menu and card are %j', (_what, features, expected) => {
    for (const isSuperAdmin of [false, true]) {
      const who = anAdmin(features, isSuperAdmin)
      expect({
        route: opensRoute(access, who),
        menu: showsInMenu(access, who),
        card: showsCard(access, who),
      }).toEqual(expected)
    }
  })
})

describe('access without a flag', () => {
  const allFlags = Object.fromEntries(ADMIN_FEATURES.map((name) => [name, true]))
  const rows: readonly [string, Access, Principal, boolean][] = [
    ['super-admin opens for a super admin', 'super-admin', anAdmin({}, true), true],
    ['super-admin stays shut for others', 'super-admin', anAdmin({}), false],
    ['super-admin is not opened by any flag', 'super-admin', anAdmin(allFlags), false],
    ['signed-in opens without any flag', 'signed-in', anAdmin({}), true],
    ['signed-in opens for a super admin', 'signed-in', anAdmin({}, true), true],
  ]

  test.each(rows)('%s', (_what, access, who, expected) => {
    expect(opensRoute(access, who)).toBe(expected)
    expect(showsInMenu(access, who)).toBe(expected)
    expect(showsCard(access, who)).toBe(expected)
  })
})

describe('completing the flags of an answer', () => {
  const none = Object.fromEntries(ADMIN_FEATURES.map((name) => [name, false]))

  test.each([[undefined], [null], [{}], [[]], [['bins']], ['bins'], [7], [true]])(
    '%j completes to ten flags that are false',
    (flags) => {
      expect(completeFeatures(flags)).toEqual(none)
    },
  )

  test.each([
    [true, true],
    [1, true],
    ['true', true],
    ['1', true],
    [false, false],
    [0, false],
    ['false', false],
    ['0', false],
    ['yes', false],
    ['', false],
    [2, false],
    [null, false],
    [{}, false],
    [[true], false],
  ])('a value that reads %j means yes: %s', (value, expected) => {
    expect(isYes(value)).toBe(expected)
    expect(shownFeatures({ bins: value })).toEqual({ ...none, bins: expected })
  })

  test.each([1, 'true', '1', 'yes', {}, [true]])(
    'a flag that is %j instead of true opens no route, no menu entry and no card',
    (value) => {
      const who = anAdmin(completeFeatures({ bins: value }))
      for (const opens of [opensRoute, showsInMenu, showsCard])
        expect(opens({ feature: 'bins' }, who)).toBe(false)
    },
  )

  test('unknown flags are dropped, and names are case-sensitive', () => {
    expect(completeFeatures({ BINS: true, salesOrder: true, teleport: true })).toEqual(none)
  })

  test('inherited names do not count as flags', () => {
    expect(completeFeatures(Object.create({ bins: true }))).toEqual(none)
  })

  test('after completion route, menu and card agree', () => {
    for (const given of [{}, { bins: true }, { bins: false }]) {
      const who = anAdmin(completeFeatures(given))
      const readings = [opensRoute, showsInMenu, showsCard].map((reads) =>
        reads({ feature: 'bins' }, who),
      )
      expect(new Set(readings).size).toBe(1)
    }
  })

  test('the flags of a mobile user are completed in the same way', () => {
    const flags = completeMobileFeatures({
      itemLookup: 'true',
      binCount: 1,
      picking: 'no',
      bins: true,
    })
    expect(Object.keys(flags)).toEqual([...MOBILE_FEATURES])
    expect(Object.keys(flags).filter((name) => Reflect.get(flags, name) === true)).toEqual([
      'itemLookup',
      'binCount',
    ])
  })
})
