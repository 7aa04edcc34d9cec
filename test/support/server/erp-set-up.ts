/** A server whose NetSuite is set up, as far as the console asks. */
import { ERP_FIELDS } from '#contract/forms.ts'
import { saveSettings, settingPurpose } from '#server/db/repositories/settings.ts'
import type { TestApp } from '#test/support/server/app.ts'

/** Saves every field of ERP Setup. */
export async function setErpUp({ context: { db, seal } }: Pick<TestApp, 'context'>): Promise<void> {
  const sealed = new Map(
    ERP_FIELDS.map(({ key }) => [key, seal.seal(settingPurpose(key), 'x')] as const),
  )
  await db.transaction((tx) => saveSettings(tx, sealed, { by: 'ada', at: new Date(0) }))
}
