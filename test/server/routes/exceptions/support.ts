/** Cases and retries as an admin receives them. */
import { randomUUID } from 'node:crypto'
import { exceptionEndpoints, type CaseRef } from '#contract/own/exception-endpoints.ts'
import { Case, Retry } from '#contract/records/exceptions.ts'
import type { Row } from '#contract/collections.ts'
import type { FloorCollection } from '#contract/mobile-endpoints.ts'
import type { TestApp } from '#test/support/server/app.ts'
import { type Answered, call } from '#test/support/server/clients/call.ts'
import { anAdjustment } from '#test/support/floor.ts'

type App = Pick<TestApp, 'app'>

/** The whole list of cases, or the changes since a cursor. */
export function askCases(
  { app }: App,
  token: string,
  cursor?: { readonly seq: unknown; readonly epoch: unknown },
  headers: Readonly<Record<string, string>> = {},
): Promise<Answered> {
  const { method, path } = exceptionEndpoints.exceptions
  const query = cursor ? `?since=${String(cursor.seq)}&epoch=${String(cursor.epoch)}` : ''
  return call(app, { method, path: `${path}${query}` }, { token, headers })
}

export async function casesOf(app: App, token: string): Promise<Case[]> {
  const { body } = await askCases(app, token)
  return (body['data'] as unknown[]).map((one) => Case.parse(one))
}

export function act(app: App, token: string, action: Row): Promise<Answered> {
  const body = { action_id: randomUUID(), ...action }
  return call(app.app, exceptionEndpoints.actOnCases, { token, body })
}

export function startRetry(app: App, token: string, which: Row): Promise<Answered> {
  const body = { action_id: randomUUID(), ...which }
  return call(app.app, exceptionEndpoints.startRetry, { token, body })
}

export async function retryOf({ app }: App, token: string, id: string): Promise<Retry> {
  const answer = await call(app, exceptionEndpoints.retry, { token, params: { id } })
  return Retry.parse(answer.body)
}

export function refOf({ collection, record_id, version }: Case): CaseRef {
  return { collection, record_id, version }
}

export const ADJUSTMENTS: FloorCollection = 'binAdjustmentRecords'

/** An adjustment of an item that the account lacks. */
export function ofUnknownItem(clientId: string, item = 'WIDGET'): Row {
  const body = anAdjustment(clientId)
  const [line] = body['item_data'] as Row[]
  return { ...body, item_data: [{ ...line, item_number: item }] }
}
