/** What is read from NetSuite as saved in ERP Setup (decisions/server/read-rules.md). */
import { isPulledList, listOf } from '#contract/lists.ts'
import { type CustomField, fieldKeyOf, NO_RULES, ReadRules } from '#contract/own/read-rules.ts'
import { readRulesTexts } from '#contract/texts/own/read-rules-texts.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { READ_RULES, sealedSettings, settingPurpose } from '#server/db/repositories/settings.ts'
import { isReplaceable } from '#server/erp/pull/custom-fields.ts'
import type { Sources } from '#server/erp/pull/sources.ts'
import type { Unseal } from '#server/erp/saved-certificate.ts'
import { ErpFault, erpSentences } from '#server/erp/transport/fault.ts'

/** @throws ErpFault `not-configured` if they cannot be read: everything would be read instead */
export async function savedReadRules(
  db: Database | Transaction,
  unseal: Unseal,
): Promise<ReadRules> {
  const sealed = (await sealedSettings(db)).get(READ_RULES)
  if (sealed === undefined) return NO_RULES
  try {
    return ReadRules.parse(JSON.parse(unseal(settingPurpose(READ_RULES), sealed)))
  } catch (error) {
    throw new ErpFault('not-configured', erpSentences.sealed(readRulesTexts.title), {
      cause: error,
    })
  }
}

/** Why a custom field cannot be a column: the list has one of that name; null if it can. */
export function takenName(fields: readonly CustomField[], sources: Sources): string | null {
  for (const { list, name } of fields) {
    const key = fieldKeyOf(name)
    if (!isPulledList(list) || isReplaceable(list, key)) continue
    if (Object.hasOwn(sources[list].fields, key))
      return readRulesTexts.taken(name, listOf(list).title)
  }
  return null
}
