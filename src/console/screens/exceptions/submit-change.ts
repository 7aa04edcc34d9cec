/** Performs an action on exceptions and says how it went; who was too late is told by whom. */
import { explain, faults } from '#contract/faults.ts'
import { type CaseRef, exceptionEndpoints } from '#contract/own/exception-endpoints.ts'
import { caseKey, type CaseStep } from '#contract/records/exceptions.ts'
import { exceptionScreenTexts } from '#contract/texts/own/exception-screen-texts.ts'
import { call } from '#console/data/api/call.ts'
import { type Fault, faultFacts } from '#console/data/api/fault.ts'
import { serverNow } from '#console/data/api/server-clock.ts'
import {
  actOnCases,
  type CaseResult,
  type Chosen,
  type CaseChange,
  startRetries,
} from '#console/data/exceptions/act-on-cases.ts'
import type { StatedException } from '#console/data/exceptions/group-cases.ts'
import { stepWords } from '#console/screens/exceptions/exception-rows.ts'
import { refOf, retryable } from '#console/screens/exceptions/retry-rules.ts'
import { isAnothersTurn, readSession } from '#console/session/session.ts'
import { supportText } from '#console/data/exceptions/support-text.ts'
import { copyText } from '#console/ui/copy-text.ts'
import { tableTexts } from '#contract/texts/table-texts.ts'
import { notifyFailure, notifyOutcome, notifySuccess } from '#console/ui/notify.tsx'

/** What an action is for: some exceptions, or a whole cause with all of its open ones. */
export interface Target {
  readonly stated: readonly StatedException[]
  readonly cause?: string
}

/** What an action changes: a cause, or exceptions in the versions that the person saw. */
export interface PinnedTarget {
  readonly count: number
  readonly chosen: Chosen
}

/** Acts and reports. Whoever acknowledges the rest of a selection does not undo what is resolved in it. */
export async function applyChange(change: CaseChange, { stated, ...rest }: Target): Promise<void> {
  const isChosen = ({ state }: StatedException) =>
    change.action !== 'acknowledge' || state !== 'resolved'
  await submitChange(change, pinTarget(change.action, { ...rest, stated: stated.filter(isChosen) }))
}

/**
 * Pins an action to these exceptions in their present versions. A cause itself is assigned and gets notes; other
 * actions name its records.
 */
export function pinTarget(action: CaseChange['action'], { stated, cause }: Target): PinnedTarget {
  const concernsCause = action === 'assign' || action === 'note'
  const isWhole = cause !== undefined && concernsCause
  return { count: stated.length, chosen: isWhole ? { cause } : { keys: stated.map(refOf) } }
}

/**
 * Acts and reports; resolves to what is left to do, null if all of it was done. What somebody else changed first is
 * left in its present version, so that a person who has read of it can press again. After a fault all of it is left,
 * because a repeated call is the same action.
 */
export async function submitChange(
  change: CaseChange,
  pinned: PinnedTarget,
): Promise<PinnedTarget | null> {
  const { username: by } = readSession()
  try {
    const { results, fault } = await actOnCases(change, pinned.chosen)
    await tellResults(results, fault, { isCause: 'cause' in pinned.chosen, by })
    return fault === null ? leftOf(pinned, results) : pinned
  } catch (thrown) {
    if (!isAnothersTurn(by)) notifyFailure(explain(faultFacts(thrown), faults.exceptions))
    return pinned
  }
}

/** Only what changed can be done again: what is gone needs nothing any more. */
function leftOf({ chosen }: PinnedTarget, results: readonly CaseResult[]): PinnedTarget | null {
  if (!('keys' in chosen)) return null
  const nameOf = ({ collection, record_id }: Omit<CaseRef, 'version'>): string =>
    caseKey(collection, record_id)
  const left = new Map(
    results.filter(({ result }) => result === 'changed').map((one) => [nameOf(one), one.case]),
  )
  const keys = chosen.keys
    .filter((key) => left.has(nameOf(key)))
    .map((key) => ({ ...key, version: left.get(nameOf(key))?.version ?? key.version }))
  return keys.length === 0 ? null : { count: keys.length, chosen: { keys } }
}

/** Tries again what can be; returns the ids of the retries to watch. What was refused is reported. */
export async function tryAgain({ stated, cause }: Target): Promise<readonly string[]> {
  const chosen = retryable(stated)
  const { username: by } = readSession()
  const tell = (fault: unknown): void => {
    if (!isAnothersTurn(by)) notifyFailure(explain(faultFacts(fault), faults.retryBooking))
  }
  try {
    // A cause may have more records than one call may name, and the server knows them by their cases, which a record
    // without an answer does not have.
    const hasCases = chosen.every(({ known }) => known !== undefined)
    const isWhole = cause !== undefined && hasCases && chosen.length === stated.length
    const { retries, fault } = await startRetries(isWhole ? { cause } : { keys: chosen.map(refOf) })
    if (fault) tell(fault)
    return retries.map(({ id }) => id)
  } catch (thrown) {
    tell(thrown)
    return []
  }
}

export async function copyForSupport({ stated }: Target): Promise<void> {
  if (await copyText(supportText(stated, serverNow()))) notifySuccess(exceptionScreenTexts.copied)
  else notifyFailure(tableTexts.copyRefused)
}

/**
 * Tells all of it at once: a failure would take the place of the success that belongs to it. Another admin who is signed
 * in by now is told nothing.
 */
async function tellResults(
  results: readonly CaseResult[],
  fault: Fault | null,
  { isCause, by }: { readonly isCause: boolean; readonly by: string | null },
): Promise<void> {
  if (isAnothersTurn(by)) return
  const count = (wanted: CaseResult['result']): number =>
    results.filter(({ result }) => result === wanted).length
  const changed = results.find(({ result }) => result === 'changed')
  const [done, gone] = [count('done'), count('gone')]
  const failures = [
    fault ? explain(faultFacts(fault), faults.exceptions) : [],
    changed ? await whoWasFaster(changed, count('changed')) : [],
    gone > 0 ? exceptionScreenTexts.gone(gone) : [],
  ].flat()
  const isDone = done > 0 || (isCause && fault === null)
  if (isAnothersTurn(by)) return
  notifyOutcome(failures, isDone ? [exceptionScreenTexts.doneFor(Math.max(done, 1))] : [])
}

/** Steps that do not change a case's version. The note of a resolution is stored after the resolution. */
const CHANGES_NOTHING: ReadonlySet<CaseStep> = new Set(['note', 'retry'])

/** The last step that changed the case names the person. */
async function whoWasFaster({ collection, record_id }: CaseResult, all: number): Promise<string> {
  const changed = exceptionScreenTexts.changed(all)
  try {
    const params = { collection, id: record_id }
    const steps = (await call(exceptionEndpoints.caseNotes, { params })).data
    const last = steps.findLast(({ step }) => !CHANGES_NOTHING.has(step))
    const by = last?.by
    return by ? `${exceptionScreenTexts.changedBy(by, stepWords(last))} ${changed}` : changed
  } catch {
    return changed
  }
}
