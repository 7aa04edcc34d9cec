/** At most four requests under way; what the person looks at goes first (decisions.md 6.8). */
import { REQUESTS_AT_ONCE } from '#contract/constants.ts'

export type Urgency = 'person' | 'visible' | 'behind'

interface Waiting {
  readonly start: () => void
  readonly urgency: Urgency
}

const ORDER: readonly Urgency[] = ['person', 'visible', 'behind']
const waiting: Waiting[] = []
let underWay = 0

/** Runs `task` when a lane is free. What a person started never waits behind a refresh. */
export async function inLane<T>(urgency: Urgency, task: () => Promise<T>): Promise<T> {
  if (urgency !== 'person') await lane(urgency)
  underWay += 1
  try {
    return await task()
  } finally {
    underWay -= 1
    startNext()
  }
}

function lane(urgency: Urgency): Promise<void> {
  if (underWay < REQUESTS_AT_ONCE) return Promise.resolve()
  return new Promise((resolve) => {
    waiting.push({ start: resolve, urgency })
    waiting.sort((a, b) => ORDER.indexOf(a.urgency) - ORDER.indexOf(b.urgency))
  })
}

function startNext(): void {
  if (underWay < REQUESTS_AT_ONCE) waiting.shift()?.start()
}
