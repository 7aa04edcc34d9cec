/** The limits of the forms on this server. */
import type { FormLimits } from '#contract/forms.ts'
import { consoleConfig } from '#console/data/config.ts'

/** `PASSWORD_MIN_LENGTH` of the operator, learnt from config.json (decisions.md 4.9). */
export function formLimits(): FormLimits {
  return { passwordMinLength: consoleConfig().passwordMinLength }
}
