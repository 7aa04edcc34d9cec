/**
 * The order in which lists are loaded for the first time. Where the dashboard has its numbers without the lists, these
 * need not share a thin line: what is on the screen goes first, the others follow one by one, the largest last
 * (decisions/console/start.md).
 */
import type { QueryClient } from '@tanstack/react-query'
import type { ListName } from '#contract/lists.ts'
import { isSideListName } from '#contract/side-lists.ts'
import { offers } from '#console/data/api/config.ts'
import { onCounts, stateOfCounts, storedCount } from '#console/data/collections/counts.ts'
import { isOnScreen, onScreenChange } from '#console/data/collections/on-screen.ts'

interface Waiting {
  readonly client: QueryClient
  readonly name: ListName
  readonly start: () => void
}

const waiting = new Set<Waiting>()
const running = new Set<ListName>()
let timer: ReturnType<typeof setTimeout> | undefined

onScreenChange(choose)
onCounts(choose)

/**
 * Runs the first load of a list when it is its turn.
 * @throws the signal's reason once it is aborted, or what the work throws
 */
export async function inTurn<T>(
  client: QueryClient,
  name: ListName,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  if (!offers('counts')) return work()
  await turnOf(client, name, signal)
  running.add(name)
  try {
    return await work()
  } finally {
    running.delete(name)
    choose()
  }
}

function turnOf(client: QueryClient, name: ListName, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      waiting.delete(me)
      signal.removeEventListener('abort', giveUp)
    }
    const giveUp = (): void => {
      leave()
      reject(signal.reason as Error)
    }
    const me: Waiting = {
      client,
      name,
      start: () => {
        leave()
        resolve()
      },
    }
    signal.throwIfAborted()
    signal.addEventListener('abort', giveUp)
    waiting.add(me)
    choose()
  })
}

/** Chooses after the current task: the lists of a dashboard come one after another, and the smallest is meant. */
function choose(): void {
  clearTimeout(timer)
  timer = setTimeout(() => {
    for (const each of waiting) if (isOnScreen(each.name)) begin(each)
    for (const each of waiting) if (stateOfCounts(each.client) === 'none') begin(each)
    if (running.size > 0) return
    const [smallest] = [...waiting]
      .filter(({ client }) => stateOfCounts(client) === 'there')
      .toSorted((one, other) => sizeOf(one) - sizeOf(other))
    if (smallest) begin(smallest)
  })
}

function begin(one: Waiting): void {
  running.add(one.name)
  one.start()
}

/** A list of unknown size may be a large one. */
function sizeOf({ client, name }: Waiting): number {
  if (isSideListName(name)) return Number.POSITIVE_INFINITY
  return storedCount(client, name)?.count ?? Number.POSITIVE_INFINITY
}
