/** A failed call: unanswered by the server, refused, or answered with something unreadable. */
import { mayBeDone, type FaultFacts } from '#contract/faults.ts'

export class Fault extends Error implements FaultFacts {
  readonly kind: FaultFacts['kind']
  readonly status?: number
  readonly body?: unknown
  /** How long the server asks the client to wait, in ms. */
  readonly retryAfterMs?: number

  constructor(facts: FaultFacts) {
    super(facts.status === undefined ? facts.kind : `${facts.kind} ${String(facts.status)}`)
    this.name = 'Fault'
    this.kind = facts.kind
    if (facts.status !== undefined) this.status = facts.status
    if (facts.body !== undefined) this.body = facts.body
    if (facts.retryAfterMs !== undefined) this.retryAfterMs = facts.retryAfterMs
  }
}

/** Whatever was thrown, as the facts that `explain` takes. */
export function faultFacts(thrown: unknown): FaultFacts {
  return thrown instanceof Fault ? thrown : { kind: 'network' }
}

/** Whether a retry may help: no answer, a busy server, or a server error (decisions/console/offline.md). */
export function mayRetry(thrown: unknown): boolean {
  const { kind, status = 0 } = faultFacts(thrown)
  return kind === 'network' || status === 408 || status === 429 || status >= 500
}

/** Whether a call was made whose answer is lost. */
export function isUnanswered(thrown: unknown): boolean {
  return thrown instanceof Fault && mayBeDone(thrown)
}

/** The code beside the sentence of our server's refusal; null without one. */
export function refusalCode(thrown: unknown): string | null {
  const { body } = faultFacts(thrown)
  if (typeof body !== 'object' || body === null || !('code' in body)) return null
  return typeof body.code === 'string' ? body.code : null
}
