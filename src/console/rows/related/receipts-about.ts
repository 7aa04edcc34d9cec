/** What the floor has received of a shipment or an item, newest first. */
import type { Row } from '#contract/collections.ts'
import type { ChunkedTask } from '#console/rows/chunked-task.ts'
import { flattenInbound, type InboundRow } from '#console/rows/inbound.ts'

/** The newest receipts that pass a test, at most `limit` of them, with the number of all. */
export function* receiptsAbout(
  rows: readonly Row[],
  test: (row: InboundRow) => boolean,
  limit: number,
): ChunkedTask<{ readonly receipts: readonly InboundRow[]; readonly of: number }> {
  const receipts: InboundRow[] = []
  let of = 0
  const all = yield* flattenInbound(rows)
  for (const [nth, row] of all.entries()) {
    if (nth % ROWS_A_STEP === ROWS_A_STEP - 1) yield
    if (!test(row)) continue
    of += 1
    if (receipts.length < limit) receipts.push(row)
  }
  return { receipts, of }
}

const ROWS_A_STEP = 256

/** Which receipts are of a shipment: those that name its id or its number, whichever it has. */
export function ofShipment(id: string, number: string): (row: InboundRow) => boolean {
  return ({ inboundShipmentId }) =>
    isSame(inboundShipmentId, id) || isSame(inboundShipmentId, number)
}

/** Which receipts are of an item: by its name only where they do not say the id. */
export function ofItem(id: string, name: string): (row: InboundRow) => boolean {
  return ({ itemId, itemName }) => (itemId === null ? isSame(itemName, name) : isSame(itemId, id))
}

/** A thing without a name has nothing in common with a receipt that names none. */
function isSame(named: string | number | null, name: string): boolean {
  return named !== null && name !== '' && String(named) === name
}
