// What sales orders and purchase orders have in common: a header with lines.
import { PURCHASE_STATUSES, SALES_STATUSES } from '#test/netsuite/generator/words.ts'
import type { Row } from '#test/netsuite/tables.ts'

export const FIRST_TRANSACTION_ID = 20_001
const FIRST_UNIQUE_KEY = 300_001

/** Transactions with their lines, in key order. */
export interface Transactions {
  readonly headers: Row<'transaction'>[]
  readonly lines: Row<'transactionline'>[]
}

/** Numbers the lines of all transactions with their `uniquekey`. */
export type NextUniqueKey = () => number

export function createUniqueKeys(): NextUniqueKey {
  let last = FIRST_UNIQUE_KEY - 1
  return () => (last += 1)
}

/** A line with all columns; missing values are null or 'F'. */
export function makeLine(
  uniqueKey: number,
  line: Pick<Row<'transactionline'>, 'transaction' | 'id'> & Partial<Row<'transactionline'>>,
): Row<'transactionline'> {
  return {
    uniquekey: uniqueKey,
    linesequencenumber: line.id,
    mainline: 'F',
    taxline: 'F',
    item: null,
    quantity: null,
    quantityshiprecv: null,
    location: null,
    subsidiary: null,
    createdfrom: null,
    memo: null,
    ...line,
  }
}

/** The statuses that the generated transactions can have. */
export function makeStatuses(): Row<'transactionstatus'>[] {
  const of = (
    trantype: string,
    title: string,
    statuses: readonly (readonly [letter: string, name: string])[],
  ): Row<'transactionstatus'>[] =>
    statuses.map(([id, name]) => ({ trantype, id, name, fullname: `${title} : ${name}` }))
  return [
    ...of('PurchOrd', 'Purchase Order', PURCHASE_STATUSES),
    ...of('SalesOrd', 'Sales Order', SALES_STATUSES),
  ]
}
