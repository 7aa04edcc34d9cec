/** An answer of NetSuite that comes for a record which a person has resolved by hand meanwhile. */
import { beforeEach, expect, test } from 'vitest'
import { exceptionEndpoints } from '#contract/own/exception-endpoints.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { aSuperAdmin } from '#test/support/people.ts'
import { call } from '#test/support/server/clients/call.ts'
import { type TestApp, testApp } from '#test/support/server/app.ts'
import { act, casesOf, refOf } from '#test/server/routes/exceptions/support.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await testApp()
  token = await (await aSuperAdmin(app.context, { features: ['binTransfer'] })).session()
  await answer(false, 'The bin A-1 is inactive.')
  const keys = [refOf(await onlyCase())]
  await act(app, token, { action: 'resolve', how: 'booked-by-hand', erp_number: 'IA-77', keys })
  app.clock.advance(1_000)
})

const BY_HAND = {
  state: 'resolved',
  resolved_how: 'booked-by-hand',
  resolved_by: 'root',
  erp_number: 'IA-77',
  version: 2,
}

async function onlyCase() {
  const [one] = await casesOf(app, token)
  if (!one) throw new Error('there is no case')
  return one
}

/** An answer as the worker stores it. */
function answer(success: boolean, message: string) {
  const at = app.clock.now()
  const netsuite_response = {
    message: 'Answered',
    operation_time: new Date(at).toISOString(),
    netsuite_acknowledgment: { message, success },
  }
  return putRecords(app.context.db, 'binTransfer', [{ id: 'R1', netsuite_response }], at)
}

async function steps() {
  const params = { collection: 'binTransfer', id: 'R1' }
  const { body } = await call(app.app, exceptionEndpoints.caseNotes, { token, params })
  return (body['data'] as { step: string }[]).map(({ step }) => step)
}

test('a success is a step of its history and says that NetSuite has booked it, beside who resolved it and the number', async () => {
  expect(await onlyCase()).toMatchObject(BY_HAND)
  await answer(true, 'Booked')
  const after = await onlyCase()
  expect(after).toMatchObject({ ...BY_HAND, resolved_how: 'booked', version: 3 })
  expect(await steps()).toEqual(['resolve', 'booked'])
  await answer(true, 'Booked')
  expect(await onlyCase()).toEqual(after)
})

test('a failure is a step of its history and leaves the resolution as it is', async () => {
  await answer(false, 'The item is inactive')
  const after = await onlyCase()
  expect(after).toMatchObject({ ...BY_HAND, failures: 2, version: 3 })
  expect(await steps()).toEqual(['resolve', 'failed'])
  await answer(false, 'The item is inactive')
  expect(await onlyCase()).toEqual(after)
})
