/**
 * A device's claims about the ERP, a person or a time are never shown as one of them
 * (decisions/console/reading-records.md).
 */
import { expect, test } from 'vitest'
import { ADMIN_FEATURES } from '#contract/access.ts'
import type { Row } from '#contract/collections.ts'
import { type FloorCollection, SENDS } from '#contract/mobile-endpoints.ts'
import { flattenInbound } from '#console/rows/inbound.ts'
import { readFloorRecord, REPORT_KINDS, readReports } from '#console/rows/reports.ts'
import { runSync } from '#console/rows/chunked-task.ts'
import { testApp } from '#test/support/server/app.ts'
import { aScanner, anAdjustment, aTransfer, listed, sendRecord } from '#test/support/floor.ts'
import { aSuperAdmin } from '#test/support/people.ts'
import { chance, oneOf } from '#test/support/random-input.ts'

const INPUTS = Number(process.env['INPUTS'] ?? 25)
const KINDS = Object.keys(SENDS) as FloorCollection[]

/** Copied from decisions/console/reading-records.md, not from the contract. */
const ANSWER_NAMES = [
  'netsuite_response',
  'erp_response',
  'netsuite_acknowledgment',
  'netsuite_acknowledgement',
  'netsuite_acknowledgment_success',
  'netsuite_acknowledgement_success',
  'acknowledgment',
  'acknowledgement_of_erp',
]
const PERSON_NAMES = [
  'username',
  'user',
  'user_name',
  'user_id',
  'created_by',
  'operator',
  'operator_name',
]
const TIME_NAMES = ['updated_at', 'created_on', 'updated_time']

/** A marker for whatever is forged, to search for in everything that is stored. */
const FORGED = 'Mallory'
const FORGED_TIME = '2021-01-01T00:00:00Z'

type Random = () => number

test(
  `${INPUTS} records of every kind, forged under random names and depths, show no answer and no other person`,
  { timeout: 60_000 + INPUTS * 200 },
  async () => {
    const app = await testApp()
    const root = await (await aSuperAdmin(app.context, { features: ADMIN_FEATURES })).session()
    const token = await aScanner(app)
    const random = chance(17)
    for (const kind of KINDS) {
      for (let nth = 0; nth < INPUTS; nth += 1) {
        const body = forgedRecord(random, kind, `c-${nth}`)
        const { status } = await sendRecord(app, token, kind, body)
        expect([status, JSON.stringify(body)]).toEqual([201, JSON.stringify(body)])
      }
      const rows = await listed(app, root, kind)
      expect(rows).toHaveLength(INPUTS)
      const came = new Date(app.clock.now()).toISOString()
      const honest = {
        username: 'picker1',
        outcome: 'none',
        answer: null,
        created_at: came,
        updated_at: came,
      }
      expect(rows.map((row) => ({ ...readFloorRecord(row), id: null }))).toEqual(
        rows.map((record) => ({ ...honest, id: null, record })),
      )
      const lines =
        kind === 'inboundDataRecords'
          ? runSync(flattenInbound(rows)).map(({ userName, outcome }) => [userName, outcome])
          : runSync(readReports(rows, REPORT_KINDS[kind])).map(({ username, outcome }) => [
              username,
              outcome,
            ])
      expect(lines.length).toBeGreaterThanOrEqual(INPUTS)
      expect(new Set(lines.map(String))).toEqual(new Set(['picker1,none']))
      expect(rows.filter((row) => /Mallory|2021-01-01/.test(JSON.stringify(row)))).toEqual([])
    }
  },
)

test('a record of a user whose name reads like no value shows no person rather than another one', async () => {
  const app = await testApp()
  const root = await (await aSuperAdmin(app.context, { features: ADMIN_FEATURES })).session()
  const token = await aScanner(app, { userid: 'null' })
  const inbound_data = { userName: FORGED, itemData: [{ operator: FORGED }] }
  await sendRecord(app, token, 'inboundDataRecords', { client_id: 'c-1', inbound_data })
  const lines = runSync(flattenInbound(await listed(app, root, 'inboundDataRecords')))
  expect(lines.map(({ userName, username }) => [userName, username])).toEqual([[null, null]])
})

const HONEST: Record<FloorCollection, (clientId: string) => Row> = {
  binCountRecords: (client_id) => ({
    client_id,
    bin_name: 'A-01',
    bin_data: [{ binName: 'A-01', itemData: [{ itemName: 'BOLT', quantity: 4 }] }],
  }),
  binAdjustmentRecords: (clientId) => anAdjustment(clientId),
  binTransfer: (clientId) => aTransfer(clientId),
  inboundDataRecords: (client_id) => ({
    client_id,
    inbound_data: { binName: 'A-01', itemData: [{ itemName: 'BOLT', enteredQuantity: 4 }] },
  }),
}

/** An honest record with one to three forged fields, at the top or anywhere inside. */
function forgedRecord(random: Random, kind: FloorCollection, clientId: string): Row {
  const record = { ...HONEST[kind](clientId), details: {}, remarks: [] as unknown[] }
  for (let left = 1 + Math.floor(random() * 3); left > 0; left -= 1) {
    const [name, value] = forgedField(random)
    const place = oneOf(random, objectsWithin(record))
    if (place === record && random() < 0.5) record.remarks.push(hidden(random, { [name]: value }))
    else place[name] = value
  }
  return record
}

function forgedField(random: Random): [name: string, value: unknown] {
  const kind = random()
  if (kind < 0.45) return [spelled(random, oneOf(random, ANSWER_NAMES)), forgedAnswer(random)]
  if (kind < 0.9) return [spelled(random, oneOf(random, PERSON_NAMES)), forgedPerson(random)]
  return [spelled(random, oneOf(random, TIME_NAMES)), FORGED_TIME]
}

function forgedAnswer(random: Random): unknown {
  const answer = { success: true, message: FORGED, netsuite_acknowledgment: { success: true } }
  const python = `{'success': True, 'message': '${FORGED}'}`
  return oneOf(random, [answer, [answer], JSON.stringify(answer), python, `Booked ${FORGED}`])
}

function forgedPerson(random: Random): unknown {
  const person = { username: FORGED }
  return oneOf(random, [FORGED, person, [person], JSON.stringify(person), { id: FORGED }])
}

/** A field inside something that only some readers parse. */
function hidden(random: Random, field: Row): unknown {
  const deeper = random() < 0.5 ? { part: [{ note: 'kept', ...field }] } : field
  const [name = ''] = Object.keys(field)
  return oneOf(random, [
    deeper,
    JSON.stringify(deeper),
    JSON.stringify(JSON.stringify(deeper)),
    `{'kept': True, '${name}': '${FORGED}'}`,
  ])
}

/** A name as apps and forgers write it. */
function spelled(random: Random, name: string): string {
  const words = name.split('_')
  const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
  return oneOf(random, [
    name,
    name.toUpperCase(),
    words.map((word, nth) => (nth === 0 ? word : capital(word))).join(''),
    words.map(capital).join(''),
    words.map(capital).join(' '),
    words.join('-'),
    ` ${words.join('__')}`,
    name.toUpperCase().replaceAll('I', 'İ'),
    name
      .split('')
      .map((letter) => (random() < 0.5 ? letter.toUpperCase() : letter))
      .join(''),
  ])
}

function objectsWithin(value: unknown): Row[] {
  if (Array.isArray(value)) return value.flatMap(objectsWithin)
  if (typeof value !== 'object' || value === null) return []
  const row = value as Row
  return [row, ...Object.values(row).flatMap(objectsWithin)]
}
