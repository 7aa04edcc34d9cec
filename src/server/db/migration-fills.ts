/** What migrations fill by the code of the server, where SQL would do it otherwise on every database. */
import { dropClaimedAnswers } from '#server/db/fills/claimed-answers.ts'
import type { Fill } from '#server/db/fills/fill.ts'
import { fillNameKeys } from '#server/db/fills/name-keys.ts'

/** By the file of the migration, after whose statements each is carried out. */
export const fills: Readonly<Record<string, Fill>> = {
  '0010_name_keys.sql': fillNameKeys,
  '0012_answers_of_devices.sql': dropClaimedAnswers,
}
