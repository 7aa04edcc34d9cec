/** The message for a rejected code. */
import { explain, faults, type FaultTexts } from '#contract/faults.ts'
import { faultFacts } from '#console/data/api/fault.ts'
import { MissingTemporaryData } from '#console/screens/public/second-factor.ts'

/** The message for anything thrown during the second factor. */
export function explainCode(thrown: unknown, texts: FaultTexts): string {
  return thrown instanceof MissingTemporaryData
    ? faults.missingTemporaryData
    : explain(faultFacts(thrown), texts)
}
