/** At most four requests under way; what the person looks at goes first (decisions/console/offline.md). */
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
export async function enqueueRequest<T>(urgency: Urgency, task: () => Promise<T>): Promise<T> {
  const turn = takeLane(urgency)
  if (turn) await turn
  try {
    return await task()
  } finally {
    underWay -= 1
    startNext()
  }
}

/** Counts at once, so that who asks in the same moment sees it; gives the wait for a turn, if any. */
function takeLane(urgency: Urgency): Promise<void> | undefined {
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
