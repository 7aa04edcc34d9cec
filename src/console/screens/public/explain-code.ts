/** The message for a rejected code. */
import { explain, faults, type FaultTexts } from '#contract/faults.ts'
import { secondFactorTexts } from '#contract/texts/own/second-factor-texts.ts'
import { faultFacts } from '#console/data/api/fault.ts'
import { LostAnswer, MissingTemporaryData } from '#console/factors/renewed-session.ts'

/**
 * The message for anything thrown during the second factor.
 * @param lost what to do after a lost answer
 */
export function explainCode(
  thrown: unknown,
  texts: FaultTexts,
  lost: string = secondFactorTexts.answerLost,
): string {
  if (thrown instanceof LostAnswer) return lost
  return thrown instanceof MissingTemporaryData
    ? faults.missingTemporaryData
    : explain(faultFacts(thrown), texts)
}
