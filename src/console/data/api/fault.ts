/** A call that failed: not answered by the server, refused, or answered with what cannot be read. */
import type { FaultFacts } from '#contract/faults.ts'

export class Fault extends Error implements FaultFacts {
  readonly kind: FaultFacts['kind']
  readonly status?: number
  readonly body?: unknown
  /** What the server asks to wait, in ms. */
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

/** Whatever was thrown, as the facts that `explain` wants. */
export function faultFacts(thrown: unknown): FaultFacts {
  return thrown instanceof Fault ? thrown : { kind: 'network' }
}

/** Whether trying again may help: no answer, busy, or a fault of the server (decisions/console/offline.md). */
export function mayRetry(thrown: unknown): boolean {
  const { kind, status = 0 } = faultFacts(thrown)
  return kind === 'network' || status === 408 || status === 429 || status >= 500
}
