/**
 * What the people of the demo have done about refused records: old ones are resolved, one cause is being worked on,
 * one record waits until tomorrow, and one has come back after it was tried again.
 */
import { randomUUID } from 'node:crypto'
import type { CaseAction } from '#contract/own/exception-endpoints.ts'
import type { Case } from '#contract/records/exceptions.ts'
import { RECORD_COLLECTIONS } from '#contract/records/exceptions.ts'
import type { Context } from '#server/context.ts'
import { actOnCases } from '#server/db/mirror/cases/act-on-cases.ts'
import { assignCause } from '#server/db/mirror/cases/cause-owners.ts'
import { readCases, type ReadCase } from '#server/db/mirror/cases/read-cases.ts'
import { startRetry } from '#server/db/mirror/cases/start-retry.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Older failures have been dealt with. */
const DONE_AFTER_MS = 4 * DAY_MS

type Action = Pick<CaseAction, 'action'> & Readonly<Record<string, unknown>>

export async function tellExceptionStory(context: Context): Promise<void> {
  const { db, now } = context
  const open = async (cause?: Case['cause']): Promise<readonly ReadCase[]> =>
    (await readCases(db, RECORD_COLLECTIONS, null)).cases.filter(
      (one) => one.state === 'new' && (cause === undefined || one.cause === cause),
    )
  // In the story everyone acts within their rights.
  const assertMay = (): void => undefined
  const act = async (chosen: readonly ReadCase[], by: string, ago: number, action: Action) => {
    const keys = chosen.map(({ collection, recordId, version }) => ({
      collection,
      record_id: recordId,
      version,
    }))
    if (keys.length === 0) return
    const at = new Date(now() - ago)
    const actor = { by, at, collections: RECORD_COLLECTIONS, assertMay }
    const whole = { ...action, action_id: randomUUID(), keys } as CaseAction
    await db.transaction((tx) => actOnCases(tx, whole, actor))
  }
  const isOld = ({ lastFailedAt }: ReadCase) => now() - lastFailedAt.getTime() > DONE_AFTER_MS

  const old = (await open()).filter(isOld)
  const byHand = old.filter(({ cause }) => cause !== 'busy')
  const passed = old.filter(({ cause }) => cause === 'busy')
  await act(byHand, 'demo', 3 * DAY_MS, {
    action: 'resolve',
    how: 'booked-by-hand',
    erp_number: 'IA-20418',
  })
  await act(passed, 'demo', 3 * DAY_MS, { action: 'resolve', how: 'not-needed' })

  // Worked on: a colleague has the cause, with a note, and has seen the first records.
  const [first, second] = await open('bin-inactive')
  const owner = {
    assignee: 'stock_control',
    note: 'Aisle D was rebuilt last week. Its bins are activated again as they are counted.',
  }
  const assigned = { by: 'demo', at: new Date(now() - 3 * HOUR_MS), assertMay }
  await db.transaction((tx) => assignCause(tx, 'bin-inactive', owner, assigned))
  await act(
    [first, second].flatMap((one) => one ?? []),
    'stock_control',
    2 * HOUR_MS,
    {
      action: 'acknowledge',
    },
  )

  const [waiting] = await open('permission')
  await act(waiting ? [waiting] : [], 'demo', HOUR_MS, {
    action: 'snooze',
    until: new Date(now() + DAY_MS).toISOString(),
  })

  // Came back: the item is still unknown.
  const [unknown] = await open('item-unknown')
  if (!unknown) return
  await act([unknown], 'demo', 2 * HOUR_MS, { action: 'acknowledge' })
  const key = { collection: unknown.collection, id: unknown.recordId }
  await db.transaction((tx) =>
    startRetry(
      tx,
      { keys: [key] },
      { by: 'demo', collections: [unknown.collection] },
      new Date(now()),
    ),
  )
  await context.erp.poll()
}
