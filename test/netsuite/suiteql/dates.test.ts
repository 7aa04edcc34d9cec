import { describe, expect, test } from 'vitest'
import { MOMENT, runOn, smallWarehouse } from '#test/netsuite/support/small-account.ts'

const FORMAT = "'YYYY-MM-DD HH24:MI:SS'"
const warehouse = smallWarehouse()
const run = runOn(warehouse)

/** Ids of the items changed at this time or later. Item 6 was changed an hour before item 5. */
function changedSince(time: string, format = FORMAT, ask = run): string[] {
  const mark = `TO_DATE('${time}', ${format})`
  const items = ask(`SELECT id FROM item WHERE lastmodifieddate >= ${mark} ORDER BY id`)
  return items.map(({ id }) => String(id))
}

describe('output', () => {
  test('a datetime comes in the date format of the account, without the time, unless TO_CHAR formats it', () => {
    const whole = `TO_CHAR(lastmodifieddate, ${FORMAT})`
    const iso = `TO_CHAR(lastmodifieddate, 'YYYY-MM-DD"T"HH24:MI:SS')`
    expect(
      run(`SELECT lastmodifieddate, ${whole} AS a, ${iso} AS b FROM item WHERE id = 5`),
    ).toEqual([
      { lastmodifieddate: '05/11/2026', a: '2026-11-05 15:42:10', b: '2026-11-05T15:42:10' },
    ])
  })

  test('the dates of stock per location have no time', () => {
    const query = `SELECT TO_CHAR(lastmodifieddate, ${FORMAT}) AS day FROM aggregateitemlocation`
    expect(run(`${query} WHERE item = 5 AND location = 1`)).toEqual([
      { day: '2026-11-05 00:00:00' },
    ])
  })
})

describe('comparison', () => {
  test.each([
    ['2026-11-05 14:42:10', FORMAT, ['5', '6']],
    ['2026-11-05 14:42:11', FORMAT, ['5']],
    ['2026-11-05 15:42:11', FORMAT, []],
    ['2026-11-05', "'YYYY-MM-DD'", ['5', '6']],
    ['06.11.2026', "'DD.MM.YYYY'", []],
  ])('a comparison with %s selects the items changed since', (time, format, ids) => {
    expect(changedSince(time, format)).toEqual(ids)
  })

  test('TO_TIMESTAMP compares like TO_DATE', () => {
    const mark = `TO_TIMESTAMP('2026-11-05 15:00:00', ${FORMAT})`
    expect(run(`SELECT id FROM item WHERE lastmodifieddate < ${mark}`)).toEqual([{ id: '6' }])
  })

  test.each([
    ["TO_DATE('05/11/2026', 'YYYY-MM-DD')", 'is not a date in'],
    ["TO_DATE('2026-02-30', 'YYYY-MM-DD')", 'not a day of the calendar'],
    ["TO_DATE('2026-11-05', 'YYYY-WW')", 'is not recognized'],
    ["TO_DATE('2026-11-05')", 'used wrongly'],
    ["'2026-11-05'", 'use TO_DATE'],
    ['20261105', 'use TO_DATE'],
  ])('a comparison with %s fails the query', (mark, message) => {
    expect(() => run(`SELECT id FROM item WHERE lastmodifieddate > ${mark}`)).toThrow(message)
  })
})

describe('the zone of the session', () => {
  const inOregon = runOn(warehouse, { utcOffsetMinutes: -480 })

  test('the session zone shifts output and comparisons, and a query can ask for it', () => {
    const query = `SELECT TO_CHAR(lastmodifieddate, ${FORMAT}) AS time FROM item WHERE id = 5`
    expect(inOregon(query)).toEqual([{ time: '2026-11-05 07:42:10' }])
    expect(changedSince('2026-11-05 07:42:10', FORMAT, inOregon)).toEqual(['5'])
    expect(inOregon('SELECT SESSIONTIMEZONE AS zone FROM dual')).toEqual([{ zone: '-08:00' }])
    expect(inOregon(`SELECT TO_CHAR(SYSDATE, ${FORMAT}) AS now FROM dual`)).toEqual([
      { now: '2026-11-05 07:42:10' },
    ])
  })

  test('the session zone does not shift days', () => {
    expect(inOregon('SELECT trandate FROM transaction WHERE id = 100')).toEqual([
      { trandate: '05/11/2026' },
    ])
  })

  test('the session zone is UTC by default', () => {
    expect(run('SELECT SESSIONTIMEZONE AS zone FROM dual')).toEqual([{ zone: '+00:00' }])
  })
})

test('the clock of the account advances between two queries', () => {
  let now = MOMENT
  const ask = runOn(warehouse, { now: () => now })
  const query = `SELECT id FROM item WHERE lastmodifieddate < SYSDATE ORDER BY id`
  expect(ask(query)).toEqual([{ id: '6' }])
  now += 1
  expect(ask(query)).toEqual([{ id: '5' }, { id: '6' }])
})

test('a number moves a date by days, and a date has no sum with a date or a text', () => {
  const at = (sum: string) => `SELECT TO_CHAR(${sum}, ${FORMAT}) AS day FROM dual`
  expect(run(at('SYSDATE - 6'))).toEqual([{ day: '2026-10-30 15:42:10' }])
  expect(run(at('SYSDATE + 1 - 2'))).toEqual([{ day: '2026-11-04 15:42:10' }])
  expect(() => run(at('SYSDATE - SYSDATE'))).toThrow('Inconsistent datatypes')
  expect(() => run(at("SYSDATE - '6'"))).toThrow('Inconsistent datatypes')
})
