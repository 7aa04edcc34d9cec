/** What pulls of changes and bookings need of the account besides the lists: tables, features, the ledger account. */
import type { TestStep } from '#contract/own/connection-test.ts'
import { proofTexts } from '#contract/texts/own/connection-proof-texts.ts'
import {
  type Asking,
  clientOf,
  failed,
  type Found,
  outcome,
  passed,
  shows,
  warned,
} from '#server/erp/proof/asking.ts'
import { ErpFault } from '#server/erp/transport/fault.ts'

/** The tables that tell what has changed, and what follows without them. */
const CHANGES = [
  ['deletedrecord', 'recordid', proofTexts.noDeletions],
  ['customer', 'id', proofTexts.noNames('customers', 'Customers')],
  ['vendor', 'id', proofTexts.noNames('suppliers', 'Vendors')],
] as const

export async function changesStep(asking: Asking): Promise<TestStep> {
  const lost: string[] = []
  for (const [table, column, without] of CHANGES) {
    const isShown = await shows(asking, table, column)
    if (isShown instanceof ErpFault) return { title: proofTexts.changes, ...failed(isShown) }
    if (!isShown) lost.push(without)
  }
  const found = lost.length === 0 ? passed(proofTexts.allChanges) : warned(lost.join(' '))
  return { title: proofTexts.changes, ...found }
}

/** A feature shows in a column; bookings with it read a table. */
const FEATURES = [
  { name: 'bins', table: 'location', column: 'usebins', reads: 'bin', id: 'id' },
  { name: 'lots', table: 'item', column: 'islotitem', reads: 'inventorynumber', id: 'id' },
  {
    name: 'statuses',
    table: 'inventorybalance',
    column: 'inventorystatus',
    reads: 'inventorystatus',
    id: 'id',
  },
  { name: 'units', table: 'item', column: 'unitstype', reads: 'unitstypeuom', id: 'internalid' },
  { name: 'subsidiaries', table: 'location', column: 'subsidiary', reads: null, id: null },
] as const

export async function featuresStep(asking: Asking): Promise<TestStep> {
  const title = proofTexts.features
  const on: string[] = []
  const off: string[] = []
  const unread: string[] = []
  for (const { column, id, name, reads, table } of FEATURES) {
    const isOn = await shows(asking, table, column)
    const isRead = isOn === true && reads !== null ? await shows(asking, reads, id) : true
    const fault = [isOn, isRead].find((one) => one instanceof ErpFault)
    if (fault) return { title, ...failed(fault) }
    const feature = proofTexts.featureNames[name]
    if (isOn === true) on.push(feature)
    else off.push(feature)
    if (isRead === false && reads !== null) unread.push(proofTexts.featureUnread(feature, reads))
  }
  const summary = proofTexts.featureSummary(on, off)
  const found = unread.length > 0 ? warned([...unread, summary].join(' ')) : passed(summary)
  return { title, ...found }
}

/** @param account `ERP_ADJUSTMENT_ACCOUNT`; null: the default of the account is used */
export async function ledgerStep(asking: Asking, account: string | null): Promise<TestStep> {
  return { title: proofTexts.ledger, ...(await checkLedger(asking, account)) }
}

async function checkLedger(asking: Asking, account: string | null): Promise<Found> {
  if (account === null) return warned(proofTexts.noLedger)
  const sql = `SELECT id, isinactive FROM account WHERE id = ${account} ORDER BY id FETCH NEXT 1 ROWS ONLY`
  const page = await outcome(() => clientOf(asking).query(sql))
  if (page instanceof ErpFault)
    return page.kind === 'query' || page.kind === 'permission'
      ? warned(proofTexts.ledgerUnread(account))
      : failed(page)
  const [row] = page.rows
  if (!row) return failed({ message: proofTexts.ledgerMissing(account) })
  return row['isinactive'] === 'T'
    ? failed({ message: proofTexts.ledgerInactive(account) })
    : passed(proofTexts.ledgerFound(account))
}
