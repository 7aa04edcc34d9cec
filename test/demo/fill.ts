/** Fills the demo before its first request: people, ERP settings, records, and a pull of every area over HTTP. */
import { pulledLists } from '#contract/lists.ts'
import type { ErpField } from '#contract/forms.ts'
import type { Context } from '#server/context.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { saveSettings, settingPurpose } from '#server/db/repositories/settings.ts'
import { noteBookings } from '#test/demo/bookings.ts'
import { tellExceptionStory } from '#test/demo/exception-story.ts'
import { addColleagues, addDemoAdmin, addMobileUsers, type DemoAccount } from '#test/demo/people.ts'
import { demoRecords } from '#test/demo/records.ts'
import { sendRecords } from '#test/demo/sent-records.ts'
import type { NetSuite } from '#test/netsuite/server.ts'

interface Filling {
  readonly netsuite: NetSuite
  readonly account: DemoAccount
}

export async function fillWarehouse(
  context: Context,
  { netsuite, account }: Filling,
): Promise<void> {
  await addDemoAdmin(context, account)
  await addColleagues(context)
  await addMobileUsers(context)
  await connectErp(context, netsuite, account.username)
  const { db, erp, now } = context
  await Promise.all(pulledLists.map((name) => erp.pull(name, account.username, db)))
  const records = demoRecords(netsuite.warehouse, now())
  for (const [name, rows] of records) await putRecords(db, name, rows, now())
  await noteBookings(context, netsuite, records)
  await sendRecords(context, netsuite.warehouse)
  await tellExceptionStory(context)
}

/** The settings that ERP Setup would save; the database stays the demo's own. */
async function connectErp(context: Context, netsuite: NetSuite, by: string): Promise<void> {
  const { credentials, url } = netsuite
  const values: Partial<Record<ErpField, string>> = {
    NETSUITE_ACCOUNT_ID: credentials.accountId,
    NETSUITE_CONSUMER_KEY: credentials.consumerKey,
    NETSUITE_CONSUMER_SECRET: credentials.consumerSecret,
    NETSUITE_TOKEN_ID: credentials.tokenId,
    NETSUITE_TOKEN_SECRET: credentials.tokenSecret,
    NETSUITE_BASE_URL: url,
  }
  const sealed = new Map(
    Object.entries(values).map(([name, value]) => [
      name,
      context.seal.seal(settingPurpose(name), value),
    ]),
  )
  await saveSettings(context.db, sealed, { by, at: new Date(context.now()) })
}
