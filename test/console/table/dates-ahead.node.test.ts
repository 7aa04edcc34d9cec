import { expect, test } from 'vitest'
import { isAhead } from '#console/table/menu/dates-ahead.ts'

test.each(['eta', 'carrier_eta', 'expected_date', 'dueDate', 'duedate', 'expectedreceiptdate'])(
  'the column %s has dates that lie ahead',
  (id) => {
    expect(isAhead(id)).toBe(true)
  },
)

test.each(['meta_date', 'unexpected_date', 'beta_at', 'created_at', 'residue_date'])(
  'the column %s only looks as if its dates lay ahead',
  (id) => {
    expect(isAhead(id)).toBe(false)
  },
)
