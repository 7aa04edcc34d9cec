// The head of a record: its day, its accounting period and its subsidiary.
import { invalidContent } from '#test/netsuite/errors.ts'
import { type Part, reference, userError } from '#test/netsuite/records/fields.ts'
import type { Warehouse } from '#test/netsuite/warehouse.ts'

/** `tranDate`, or null for today. */
export function dayOf(body: Part): string | null {
  const day = body.fields['tranDate']
  if (day === undefined) return null
  if (typeof day === 'string' && /^\d{4}-\d\d-\d\d$/.test(day)) return day
  throw invalidContent('tranDate', 'Invalid value for tranDate.')
}

/** Throws if the day is in a closed accounting period. */
export function assertOpen(day: string | null, warehouse: Warehouse): void {
  const at = Date.parse(`${day ?? ''}T00:00:00Z`)
  const isClosed = warehouse
    .rows('accountingperiod')
    .some(
      ({ startdate, enddate, closed }) =>
        closed === 'T' && at >= Number(startdate) && at <= Number(enddate),
    )
  if (isClosed)
    throw userError(
      'tranDate',
      'The transaction date you specified is not within the date range of your accounting period.',
    )
}

/** The subsidiary that a record is booked in; null in an account without subsidiaries. */
export function subsidiaryOf(
  body: Part,
  places: readonly number[],
  warehouse: Warehouse,
): number | null {
  if (warehouse.rows('subsidiary').length === 0) return null
  if (body.fields['subsidiary'] === undefined)
    throw userError('subsidiary', 'Please enter value(s) for: Subsidiary.')
  const subsidiary = reference(body, 'subsidiary', 'subsidiary', warehouse)
  for (const place of places)
    if (warehouse.find('location', place)?.subsidiary !== subsidiary)
      throw invalidContent('subsidiary', 'The location belongs to another subsidiary.')
  return subsidiary
}
