/**
 * Parts of migrations that need the server's code, because SQL would give different results on different
 * databases.
 */
import { dropClaimedAnswers } from '#server/db/fills/claimed-answers.ts'
import { fillCases } from '#server/db/fills/first-cases.ts'
import type { Fill } from '#server/db/fills/fill.ts'
import { fillNameKeys } from '#server/db/fills/name-keys.ts'

/** By migration file; each runs after the statements of that file. */
export const fills: Readonly<Record<string, Fill>> = {
  '0010_name_keys.sql': fillNameKeys,
  '0012_answers_of_devices.sql': dropClaimedAnswers,
  '0017_exceptions.sql': fillCases,
}
