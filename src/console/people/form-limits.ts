/** The limits of the forms on this server. */
import type { FormLimits } from '#contract/forms.ts'
import { consoleConfig } from '#console/data/api/config.ts'

/** The operator's `PASSWORD_MIN_LENGTH` from config.json (decisions/console/people-forms.md). */
export function formLimits(): FormLimits {
  return { passwordMinLength: consoleConfig().passwordMinLength }
}
