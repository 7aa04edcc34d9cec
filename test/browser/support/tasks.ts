/** The CPU time of a page's tasks, which does not depend on what else the machine does. */
import type { Page } from 'playwright-core'

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  /** CPU time of the thread in µs. */
  readonly tdur?: number
  readonly args: { readonly name?: string }
}

/** The longest task after the first paint of the page that `act` opens, in ms. */
export async function longestTaskMs(page: Page, act: () => Promise<void>): Promise<number> {
  const events = await traced(page, act)
  const painted = events.findLast(({ name }) => name === 'firstContentfulPaint')
  if (!painted) throw new Error('Nothing was painted.')
  const { pid, ts } = painted
  return longestIn(events.filter((event) => event.pid === pid && (isName(event) || event.ts > ts)))
}

/** The longest task of an open page while `act` runs, in ms. */
export async function longestTaskDuringMs(page: Page, act: () => Promise<void>): Promise<number> {
  return longestIn(await traced(page, act))
}

async function traced(page: Page, act: () => Promise<void>): Promise<TraceEvent[]> {
  const devtools = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  devtools.on('Tracing.dataCollected', ({ value }) => {
    events.push(...(value as unknown as TraceEvent[]))
  })
  const includedCategories = [
    'loading',
    'devtools.timeline',
    'disabled-by-default-devtools.timeline',
  ]
  await devtools.send('Tracing.start', { traceConfig: { includedCategories } })
  await act()
  const isComplete = new Promise((resolve) => {
    devtools.once('Tracing.tracingComplete', resolve)
  })
  await devtools.send('Tracing.end')
  await isComplete
  await devtools.detach()
  return events
}

function longestIn(events: readonly TraceEvent[]): number {
  const threadOf = ({ pid, tid }: TraceEvent): string => `${String(pid)} ${String(tid)}`
  const mains = new Set(events.filter(isName).map(threadOf))
  const durations = events.flatMap((event) =>
    event.name === 'RunTask' && mains.has(threadOf(event)) ? [(event.tdur ?? 0) / 1_000] : [],
  )
  if (durations.length === 0) throw new Error('No task was seen.')
  return Math.max(...durations)
}

/** Whether an event gives the name of a page's thread. */
function isName({ name, args }: TraceEvent): boolean {
  return name === 'thread_name' && args.name === 'CrRendererMain'
}
