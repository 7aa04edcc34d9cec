import { expect, test } from 'vitest'
import { isFutureDate } from '#console/table/menu/future-dates.ts'

test.each(['eta', 'carrier_eta', 'expected_date', 'dueDate', 'duedate', 'expectedreceiptdate'])(
  'the column %s has dates that lie ahead',
  (id) => {
    expect(isFutureDate(id)).toBe(true)
  },
)

test.each(['meta_date', 'unexpected_date', 'beta_at', 'created_at', 'residue_date'])(
  'the column %s only looks as if its dates lay ahead',
  (id) => {
    expect(isFutureDate(id)).toBe(false)
  },
)
