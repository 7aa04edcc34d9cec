/**
 * The order in which lists are loaded for the first time. Where the dashboard has its numbers without the lists, these
 * need not share a slow link: what is on the screen goes first, the others follow one by one, the largest last
 * (decisions/console/start.md).
 */
import type { QueryClient } from '@tanstack/react-query'
import type { ListName } from '#contract/lists.ts'
import { isSideListName } from '#contract/side-lists.ts'
import { offers } from '#console/data/api/config.ts'
import { onCounts, stateOfCounts, storedCount } from '#console/data/collections/counts.ts'
import { isVisibleList, onVisibleListsChange } from '#console/data/collections/visible-lists.ts'

interface Waiting {
  readonly client: QueryClient
  readonly name: ListName
  readonly start: () => void
}

const waiting = new Set<Waiting>()
const running = new Set<Waiting>()
/**
 * First loads under way. They are objects and not names, because a load that is given up on the way to another screen
 * ends after its successor has begun.
 */
const firstLoads = new Set<{ readonly name: ListName }>()
let timer: ReturnType<typeof setTimeout> | undefined

onVisibleListsChange(choose)
onCounts(choose)

/** Runs the whole first load of a list. While a list on the screen has its first load, no list behind it gets a turn. */
export async function trackFirstLoad<T>(name: ListName, work: () => Promise<T>): Promise<T> {
  const load = { name }
  firstLoads.add(load)
  try {
    return await work()
  } finally {
    firstLoads.delete(load)
    choose()
  }
}

/**
 * Waits for the turn of a list, and requests it.
 * @throws the signal's reason once it is aborted, or what the work throws
 */
export async function runInLoadOrder<T>(
  client: QueryClient,
  name: ListName,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  if (!offers('counts')) return work()
  const turn = await turnOf(client, name, signal)
  try {
    return await work()
  } finally {
    running.delete(turn)
    choose()
  }
}

function turnOf(client: QueryClient, name: ListName, signal: AbortSignal): Promise<Waiting> {
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
        resolve(me)
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
    for (const each of waiting) if (isVisibleList(each.name)) begin(each)
    if ([...firstLoads].some(({ name }) => isVisibleList(name))) return
    for (const each of waiting) if (stateOfCounts(each.client) === 'none') begin(each)
    if (running.size > 0) return
    const [smallest] = [...waiting]
      .filter(({ client }) => stateOfCounts(client) === 'there')
      .toSorted((one, other) => sizeOf(one) - sizeOf(other))
    if (smallest) begin(smallest)
  })
}

function begin(one: Waiting): void {
  running.add(one)
  one.start()
}

/** A list of unknown size may be a large one. */
function sizeOf({ client, name }: Waiting): number {
  if (isSideListName(name)) return Number.POSITIVE_INFINITY
  return storedCount(client, name)?.count ?? Number.POSITIVE_INFINITY
}
