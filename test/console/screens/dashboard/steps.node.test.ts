import { expect, test } from 'vitest'
import { openSteps } from '#console/screens/dashboard/steps.ts'

const NOTHING = {
  pull_every_minutes: null,
  mail: 'outbox',
  connection_tested: false,
  first_sync: false,
  mobile_users: 0,
  super_admins: 1,
} as const

test('on a new server every first step is open', () => {
  expect(openSteps(NOTHING, false)).toEqual([
    'connection',
    'sync',
    'mobileUser',
    'install',
    'secondAdmin',
  ])
})

test('a step is done by its fact alone', () => {
  expect(openSteps({ ...NOTHING, connection_tested: true }, false)).not.toContain('connection')
  expect(openSteps({ ...NOTHING, first_sync: true }, false)).not.toContain('sync')
  expect(openSteps({ ...NOTHING, mobile_users: 1 }, false)).not.toContain('mobileUser')
  expect(openSteps(NOTHING, true)).not.toContain('install')
  expect(openSteps({ ...NOTHING, super_admins: 2 }, false)).not.toContain('secondAdmin')
})
