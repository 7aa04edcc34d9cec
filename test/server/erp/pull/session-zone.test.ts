import { describe, expect, test } from 'vitest'
import { ErpFault } from '#server/erp/transport/fault.ts'
import { readZone, sessionZone } from '#server/erp/pull/session-zone.ts'

describe('a session time', () => {
  test.each([
    ['+00:00', '2026-05-11 13:42:05', '2026-05-11T13:42:05.000Z'],
    ['+05:30', '2026-05-11 19:12:05', '2026-05-11T13:42:05.000Z'],
    ['-07:00', '2026-05-11 06:42:05', '2026-05-11T13:42:05.000Z'],
    ['UTC', '2026-05-11 13:42:05', '2026-05-11T13:42:05.000Z'],
    ['Europe/Berlin', '2026-05-11 15:42:05', '2026-05-11T13:42:05.000Z'],
    ['Europe/Berlin', '2026-01-11 14:42:05', '2026-01-11T13:42:05.000Z'],
    ['America/Los_Angeles', '2026-03-08 01:59:59', '2026-03-08T09:59:59.000Z'],
    ['America/Los_Angeles', '2026-03-08 03:00:00', '2026-03-08T10:00:00.000Z'],
    ['America/Los_Angeles', '2026-11-01 00:59:59', '2026-11-01T07:59:59.000Z'],
    ['America/Los_Angeles', '2026-11-01 02:00:00', '2026-11-01T10:00:00.000Z'],
    ['America/Los_Angeles', '2026-12-31 23:59:59', '2027-01-01T07:59:59.000Z'],
    ['Asia/Kolkata', '2026-01-01 00:00:00', '2025-12-31T18:30:00.000Z'],
  ])('the session time %s, %s, is %s', (zone, local, iso) => {
    expect(sessionZone(zone)?.toMoment(local)).toBe(iso)
  })

  test.each(['', '11/05/2026', '2026-05-11', '2026-13-11 00:00:00', '2026-05-11T13:42:05Z'])(
    'a session time of %j is not a time',
    (local) => {
      expect(sessionZone('+00:00')?.toMoment(local)).toBeNull()
    },
  )
})

describe('the local time of a session', () => {
  test.each([
    ['+05:30', '2026-05-11T13:42:05.000Z', '2026-05-11 19:12:05'],
    ['Europe/Berlin', '2026-01-11T13:42:05.000Z', '2026-01-11 14:42:05'],
    // An hour occurs twice: a change in the second one is not before it.
    ['America/Los_Angeles', '2026-11-01T08:50:00.000Z', '2026-11-01 00:50:00'],
    ['America/Los_Angeles', '2026-11-01T09:50:00.000Z', '2026-11-01 01:50:00'],
    ['America/Los_Angeles', '2026-03-08T09:59:00.000Z', '2026-03-08 01:59:00'],
  ])('the local time in %s at %s is %s', (zone, moment, local) => {
    expect(sessionZone(zone)?.toLocal(moment)).toBe(local)
  })
})

test.each(['Mars/Olympus', '', '+2', 'PST8PDT or so'])(
  'the time zone %j does not exist',
  (zone) => {
    expect(sessionZone(zone)).toBeNull()
  },
)

describe("the session's time zone", () => {
  const local = '2026-05-11 13:42:05'

  test('the time zone is queried', async () => {
    const client = { query: async () => ({ rows: [{ zone: '+01:00' }], hasMore: false }) }
    const { toMoment } = await readZone(client, () => undefined)
    expect(toMoment(local)).toBe('2026-05-11T12:42:05.000Z')
  })

  test.each([
    ['Mars/Olympus', { query: async () => ({ rows: [{ zone: 'Mars/Olympus' }], hasMore: false }) }],
    ['not told', { query: () => Promise.reject(new ErpFault('query', 'Unknown identifier')) }],
  ])('the time zone is assumed to be UTC if it is %s, and that is logged', async (zone, client) => {
    const notes: string[] = []
    const { toMoment } = await readZone(client, (what) => notes.push(what))
    expect(toMoment(local)).toBe('2026-05-11T13:42:05.000Z')
    expect(notes).toEqual([`times are read as UTC, because the zone of the session is ${zone}`])
  })

  test('the time zone is not assumed if the ERP fails', async () => {
    const client = { query: () => Promise.reject(new ErpFault('busy', 'busy')) }
    await expect(readZone(client, () => undefined)).rejects.toMatchObject({ kind: 'busy' })
  })
})
