/** The server app as bookings need it: the lists are pulled, and a scanner is signed in. */
import type { Row } from '#contract/collections.ts'
import type { FloorCollection } from '#contract/mobile-endpoints.ts'
import type { Move } from '#test/netsuite/records/saved-record.ts'
import type { Warehouse } from '#test/netsuite/warehouse.ts'
import { aScanner, sendRecord } from '#test/support/floor.ts'
import type { MobileUserFacts } from '#test/support/people.ts'
import type { Answered } from '#test/support/server/clients/call.ts'
import { erpApp, type ErpApp } from '#test/support/server/erp-app.ts'

export interface BookingApp extends ErpApp {
  /** The session of the scanner. */
  readonly scanner: string
  /** Sends a record of the scanner, by default under an id that is new, and books what waits. */
  send(collection: FloorCollection, body: Row): Promise<Answered>
  /** What all records of the account have moved, in order. */
  moves(): Move[]
}

/** @param facts about the mobile user of the scanner */
export async function bookingApp(
  warehouse: Warehouse,
  facts: MobileUserFacts = {},
): Promise<BookingApp> {
  const app = await erpApp({ warehouse })
  for (const collection of ['locations', 'bins', 'items'] as const) await app.pull(collection)
  const scanner = await aScanner(app, facts)
  let sent = 0
  return {
    ...app,
    scanner,
    send: async (collection, body) => {
      const record = { client_id: `c-${(sent += 1)}`, ...body }
      const answer = await sendRecord(app, scanner, collection, record)
      await app.erp.poll()
      return answer
    },
    moves: () =>
      [...warehouse.records.values()].flatMap(({ lines }) => lines.flatMap(({ moves }) => moves)),
  }
}
