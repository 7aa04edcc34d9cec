/** A plain model of cases and retries, written from decisions/server/exceptions.md and not from the code. */

export interface ModelAnswer {
  readonly id: string
  /** Null if it was booked. */
  readonly cause: string | null
  readonly at: number
}

interface ModelCase {
  id: string
  state: 'new' | 'acknowledged' | 'resolved'
  cause: string
  failures: number
  assignee: string | null
  resolvedHow: string | null
  resolvedBy: string | null
  notes: number
  version: number
  kind: 'refused' | 'unanswered'
  isSnoozed: boolean
  isTriedAgain: boolean
  first: number
  last: number
  reopened: number | null
  isInRetry: boolean
}

interface ModelRetry {
  readonly open: Set<string>
  readonly total: number
  succeeded: number
  failed: number
  faults: number
  isEnded: boolean
  stoppedBecause: string | null
}

interface ModelAction {
  readonly action: string
  readonly assignee?: string | null
  readonly how?: string
}

/** Faults of these causes are not the record's own. */
const OF_THE_ACCOUNT = new Set(['permission', 'erp-down'])

export class CaseModel {
  readonly #cases = new Map<string, ModelCase>()
  readonly #retries: ModelRetry[] = []
  /** The last answer that each record has. */
  readonly #answers = new Map<string, ModelAnswer>()
  readonly #faultsMax: number

  constructor(faultsMax: number) {
    this.#faultsMax = faultsMax
  }

  cases(ids: readonly string[]): ModelCase[] {
    return ids.flatMap((id) => this.#cases.get(id) ?? [])
  }

  version(id: string): number {
    return this.#cases.get(id)?.version ?? 0
  }

  retry(name: string) {
    const { total, succeeded, failed, isEnded, stoppedBecause } = this.#retries[Number(name)] ?? {}
    return { total, succeeded, failed, isEnded, stoppedBecause }
  }

  answer(answers: readonly ModelAnswer[]): void {
    for (const answer of answers) this.#answerCase(answer)
    for (const answer of answers) this.#answerRetry(answer)
  }

  #answerCase({ id, cause, at }: ModelAnswer): void {
    this.#answers.set(id, { id, cause, at })
    const one = this.#cases.get(id)
    if (!one) {
      if (cause !== null) this.#cases.set(id, { ...fresh(id, at), cause, failures: 1 })
      return
    }
    const isByHand = one.state === 'resolved' && one.resolvedHow !== 'booked'
    if (cause === null) {
      if (isByHand) Object.assign(one, { resolvedHow: 'booked', version: one.version + 1 })
      if (one.state === 'resolved') return
      Object.assign(one, { state: 'resolved', resolvedHow: 'booked', resolvedBy: null })
      Object.assign(one, { isSnoozed: false, isTriedAgain: false, version: one.version + 1 })
      return
    }
    const isRepeated = at === one.last && one.failures > 0 && !one.isTriedAgain
    if (isRepeated && one.resolvedHow !== 'booked') return
    const isRenewed = one.state === 'resolved' || one.isTriedAgain || cause !== one.cause
    if (one.failures === 0) one.first = at
    Object.assign(one, { kind: 'refused', cause, failures: one.failures + 1, last: at })
    one.isTriedAgain = false
    if (isByHand) one.version += 1
    if (!isRenewed || isByHand) return
    Object.assign(one, { state: 'new', isSnoozed: false, reopened: at, version: one.version + 1 })
    Object.assign(one, { resolvedHow: null, resolvedBy: null })
  }

  #answerRetry({ id, cause }: ModelAnswer): void {
    const retry = this.#retries.find(({ open }) => open.has(id))
    if (!retry) return
    retry.open.delete(id)
    this.#inRetry(id, false)
    const one = this.#cases.get(id)
    if (one) one.isTriedAgain = false
    if (cause === null) retry.succeeded += 1
    else retry.failed += 1
    retry.faults = cause !== null && OF_THE_ACCOUNT.has(cause) ? retry.faults + 1 : 0
    if (retry.open.size === 0) retry.isEnded = true
    else if (retry.faults >= this.#faultsMax) {
      Object.assign(retry, { isEnded: true, stoppedBecause: cause })
      for (const left of retry.open) {
        this.#inRetry(left, false)
        const other = this.#cases.get(left)
        if (other) other.isTriedAgain = false
      }
      retry.open.clear()
    }
  }

  act(id: string, version: number, action: ModelAction, by: string, at: number): string {
    const answer = this.#answers.get(id)
    if (!this.#cases.has(id)) {
      if (version > 0 || answer?.cause === null) return 'gone'
      // A failure has its case already, so this record has no answer.
      this.#cases.set(id, { ...fresh(id, at), kind: 'unanswered', cause: 'no-answer' })
      this.#inRetry(
        id,
        this.#retries.some(({ open }) => open.has(id)),
      )
    }
    const one = this.#cases.get(id)
    if (!one) return 'gone'
    if (one.resolvedHow === 'booked' && action.action !== 'note') return 'gone'
    if (version !== one.version && !(version === 0 && one.version === 1)) return 'changed'
    if (action.action !== 'note') one.version += 1
    const UNRESOLVED = { resolvedHow: null, resolvedBy: null }
    if (action.action === 'note') one.notes += 1
    if (action.action === 'acknowledge')
      Object.assign(one, { state: 'acknowledged', ...UNRESOLVED })
    if (action.action === 'reopen')
      Object.assign(one, { state: 'new', isSnoozed: false, ...UNRESOLVED })
    if (action.action === 'assign') one.assignee = action.assignee ?? null
    if (action.action === 'snooze') one.isSnoozed = true
    if (action.action === 'resolve') {
      this.#leaveRetry(id)
      Object.assign(one, {
        state: 'resolved',
        isSnoozed: false,
        isTriedAgain: false,
        resolvedHow: action.how,
        resolvedBy: by,
      })
    }
    return 'done'
  }

  #leaveRetry(id: string): void {
    for (const retry of this.#retries) {
      if (!retry.open.delete(id)) continue
      if (retry.open.size === 0) retry.isEnded = true
      this.#inRetry(id, false)
    }
  }

  #isByHand(id: string): boolean {
    const one = this.#cases.get(id)
    return one?.state === 'resolved' && one.resolvedHow !== 'booked'
  }

  /** @returns null if no record is left to retry */
  startRetry(all: readonly string[]): { readonly name: string; readonly isJoined: boolean } | null {
    const ids = all.filter((id) => !this.#isByHand(id))
    const free = ids.filter((id) => !this.#retries.some(({ open }) => open.has(id)))
    if (free.length === 0) return ids.length === 0 ? null : { name: '', isJoined: true }
    this.#retries.push({
      open: new Set(free),
      total: free.length,
      succeeded: 0,
      failed: 0,
      faults: 0,
      isEnded: false,
      stoppedBecause: null,
    })
    for (const id of free) {
      this.#inRetry(id, true)
      const one = this.#cases.get(id)
      if (one) one.isTriedAgain = true
    }
    return { name: String(this.#retries.length - 1), isJoined: false }
  }

  #inRetry(id: string, is: boolean): void {
    const one = this.#cases.get(id)
    if (one) one.isInRetry = is
  }
}

function fresh(id: string, at: number): ModelCase {
  return {
    id,
    state: 'new',
    cause: 'no-answer',
    failures: 0,
    assignee: null,
    resolvedHow: null,
    resolvedBy: null,
    notes: 0,
    version: 1,
    kind: 'refused',
    isSnoozed: false,
    isTriedAgain: false,
    first: at,
    last: at,
    reopened: null,
    isInRetry: false,
  }
}
