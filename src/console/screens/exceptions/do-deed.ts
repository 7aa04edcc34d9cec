/** Performs an action on exceptions and says how it went; who was too late is told by whom. */
import { explain, faults } from '#contract/faults.ts'
import { exceptionEndpoints } from '#contract/own/exception-endpoints.ts'
import { exceptionScreenTexts } from '#contract/texts/own/exception-screen-texts.ts'
import { call } from '#console/data/api/call.ts'
import { faultFacts } from '#console/data/api/fault.ts'
import { serverNow } from '#console/data/api/server-clock.ts'
import {
  actOnCases,
  type CaseResult,
  type Chosen,
  type Deed,
  startRetries,
} from '#console/data/exceptions/act-on-cases.ts'
import type { StatedException } from '#console/data/exceptions/group-cases.ts'
import { stepWords } from '#console/screens/exceptions/exception-rows.ts'
import { refOf, retryable } from '#console/screens/exceptions/retry-rules.ts'
import { supportText } from '#console/screens/exceptions/support-text.ts'
import { copyText } from '#console/ui/copy-text.ts'
import { tableTexts } from '#contract/texts/table-texts.ts'
import { notifyFailure, notifySuccess } from '#console/ui/notify.tsx'

/** What an action is for: some exceptions, or a whole cause with all of its open ones. */
export interface Target {
  readonly stated: readonly StatedException[]
  readonly cause?: string
}

/** Acts and reports; resolves to whether all of it was done. */
export async function doDeed(deed: Deed, target: Target): Promise<boolean> {
  try {
    const { results, fault } = await actOnCases(deed, chosenIn(deed, target))
    await tellResults(results, target.cause !== undefined && results.length === 0)
    if (fault) notifyFailure(explain(faultFacts(fault), faults.exceptions))
    return fault === null
  } catch (thrown) {
    notifyFailure(explain(faultFacts(thrown), faults.exceptions))
    return false
  }
}

/** Tries again what can be; returns the ids of the retries to watch. What was refused is reported. */
export async function tryAgain({ stated, cause }: Target): Promise<readonly string[]> {
  const chosen = retryable(stated)
  try {
    // A cause may have more records than one call may name.
    const isWhole = cause !== undefined && chosen.length === stated.length
    const { retries, fault } = await startRetries(isWhole ? { cause } : { keys: chosen.map(refOf) })
    if (fault) notifyFailure(explain(faultFacts(fault), faults.retryBooking))
    return retries.map(({ id }) => id)
  } catch (thrown) {
    notifyFailure(explain(faultFacts(thrown), faults.retryBooking))
    return []
  }
}

export async function copyForSupport({ stated }: Target): Promise<void> {
  if (await copyText(supportText(stated, serverNow()))) notifySuccess(exceptionScreenTexts.copied)
  else notifyFailure(tableTexts.copyRefused)
}

/**
 * A cause itself is assigned and gets notes; other actions name its records, whose versions were seen. Whoever
 * acknowledges the rest of a selection does not undo what is resolved in it.
 */
function chosenIn({ action }: Deed, { stated, cause }: Target): Chosen {
  const concernsCause = action === 'assign' || action === 'note'
  if (cause !== undefined && concernsCause) return { cause }
  const isMeant = ({ state }: StatedException) => action !== 'acknowledge' || state !== 'resolved'
  return { keys: stated.filter(isMeant).map(refOf) }
}

async function tellResults(results: readonly CaseResult[], isCause: boolean): Promise<void> {
  const count = (wanted: CaseResult['result']): number =>
    results.filter(({ result }) => result === wanted).length
  const changed = results.find(({ result }) => result === 'changed')
  const [done, gone] = [count('done'), count('gone')]
  if (done > 0 || isCause) notifySuccess(exceptionScreenTexts.doneFor(Math.max(done, 1)))
  if (gone > 0) notifyFailure(exceptionScreenTexts.gone(gone))
  if (changed) notifyFailure(await whoWasFaster(changed, count('changed')))
}

/** The last step of the case names the person. */
async function whoWasFaster({ collection, record_id }: CaseResult, all: number): Promise<string> {
  const changed = exceptionScreenTexts.changed(all)
  try {
    const params = { collection, id: record_id }
    const last = (await call(exceptionEndpoints.caseNotes, { params })).data.at(-1)
    const by = last?.by
    return by ? `${exceptionScreenTexts.changedBy(by, stepWords(last))} ${changed}` : changed
  } catch {
    return changed
  }
}
