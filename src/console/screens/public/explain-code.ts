/** Why a code was not taken, in words. */
import { explain, faults, type FaultTexts } from '#contract/faults.ts'
import { faultFacts } from '#console/data/api/fault.ts'
import { MissingTemporaryData } from '#console/screens/public/sign-in.ts'

/** The sentence for whatever was thrown on the way through the second factor. */
export function explainCode(thrown: unknown, texts: FaultTexts): string {
  return thrown instanceof MissingTemporaryData
    ? faults.missingTemporaryData
    : explain(faultFacts(thrown), texts)
}
