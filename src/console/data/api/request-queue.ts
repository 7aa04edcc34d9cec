/**
 * Limits background requests to four at a time; those for visible lists go first
 * (decisions/console/offline.md).
 */
import { REQUESTS_AT_ONCE } from '#contract/constants.ts'

/** `pull`: a pull from the ERP that a person started, open for up to a quarter of an hour. */
export type Urgency = 'person' | 'pull' | 'visible' | 'behind'

interface Waiting {
  readonly start: () => void
  readonly urgency: Urgency
}

const ORDER: readonly Urgency[] = ['person', 'visible', 'behind']
const waiting: Waiting[] = []
let underWay = 0

/** Whether a person started the request and waits for it. */
export function isByPerson(urgency: Urgency): boolean {
  return urgency === 'person' || urgency === 'pull'
}

/**
 * Runs `task` when a slot is free. A request by a person never waits for a refresh, and no refresh
 * waits for a pull.
 */
export async function enqueueRequest<T>(urgency: Urgency, task: () => Promise<T>): Promise<T> {
  if (urgency === 'pull') return task()
  const turn = takeSlot(urgency)
  if (turn) await turn
  try {
    return await task()
  } finally {
    underWay -= 1
    startNext()
  }
}

/**
 * Takes the slot synchronously, so that calls in the same tick see it; returns the wait for a slot,
 * if any.
 */
function takeSlot(urgency: Urgency): Promise<void> | undefined {
  if (urgency === 'person' || underWay < REQUESTS_AT_ONCE) {
    underWay += 1
    return undefined
  }
  return new Promise((resolve) => {
    waiting.push({ start: resolve, urgency })
    waiting.sort((a, b) => ORDER.indexOf(a.urgency) - ORDER.indexOf(b.urgency))
  })
}

function startNext(): void {
  if (underWay >= REQUESTS_AT_ONCE) return
  const next = waiting.shift()
  if (!next) return
  underWay += 1
  next.start()
}
