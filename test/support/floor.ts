/** Scanners on the floor: a signed-in mobile user and the records that he sends. */
import type { FloorCollection } from '#contract/mobile-endpoints.ts'
import { mobileEndpoints, SENDS } from '#contract/mobile-endpoints.ts'
import { listEndpoint } from '#contract/sync/list-endpoints.ts'
import type { Row } from '#contract/collections.ts'
import type { TestApp } from '#test/support/server/app.ts'
import { type Answered, call } from '#test/support/server/clients/call.ts'
import { aMobileUser, type MobileUserFacts } from '#test/support/people.ts'

export const FLOOR_FEATURES = ['binCount', 'binAdjustments', 'binTransfer', 'inbound'] as const

/** Adds a mobile user with all rights and signs him in. */
export async function aScanner(app: TestApp, facts: MobileUserFacts = {}): Promise<string> {
  const { userid = 'picker1', password = 'pallet' } = facts
  await aMobileUser(app.context, { location: 'WH 1', features: FLOOR_FEATURES, ...facts })
  const { body } = await signIn(app, userid, password)
  return String(body['access_token'])
}

export function signIn(
  app: TestApp,
  userid: string,
  password: string,
  address?: string,
): Promise<Answered> {
  const from = address === undefined ? {} : { address }
  return call(app.app, mobileEndpoints.mobileLogin, { body: { userid, password }, ...from })
}

/** Sends a record. */
export function sendRecord(
  { app }: Pick<TestApp, 'app'>,
  token: string | null,
  collection: FloorCollection,
  body: object,
): Promise<Answered> {
  return call(app, mobileEndpoints[SENDS[collection]], { token, body })
}

/** The rows of a list as an admin receives them. */
export async function listed(
  { app }: Pick<TestApp, 'app'>,
  token: string,
  collection: FloorCollection,
): Promise<Row[]> {
  const { body } = await call(app, listEndpoint(collection), { token })
  return body['data'] as Row[]
}

/** A count of item BOLT in bin A-01 of WH 1, which exist in the account of `smallWarehouse`. */
export function anAdjustment(clientId: string, quantity: number | string = 3): Row {
  return {
    client_id: clientId,
    bin_name: 'A-01',
    bin_id: '1',
    inventory_id: '5',
    item_data: [
      { item_number: 'BOLT', description: 'Bolt', quantity, bin_number: 'A-01', location: 'WH 1' },
    ],
  }
}

/** A transfer of item BOLT from bin A-01 to bin B-01 of WH 1. */
export function aTransfer(clientId: string, quantity: number | string = 2): Row {
  const item = { itemId: '5', itemName: 'BOLT', quantity, binNumber: 'B-01', location: 'WH 1' }
  const from = { binId: '1', binName: 'A-01', location: 'WH 1', itemData: [item] }
  return { client_id: clientId, inventory_id: '5', bin_id: '1', bin_data: [from] }
}
