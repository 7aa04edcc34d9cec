import { expect, test } from 'vitest'
import type { ExceptionRecord } from '#console/rows/exceptions/read-exception.ts'
import { pinTarget } from '#console/screens/exceptions/submit-change.ts'

test('the note of a cause is kept under the name of the cause, however many records it has', () => {
  const record = { key: 'x', collection: 'binAdjustmentRecords', id: '1' } as ExceptionRecord
  const stated = Array.from({ length: 5_000 }, () => ({
    record,
    state: 'new' as const,
    known: undefined,
  }))
  const target = { stated, cause: 'bin-inactive' }
  expect(pinTarget('note', target)).toEqual({ count: 5_000, chosen: { cause: 'bin-inactive' } })
  const resolved = pinTarget('resolve', { ...target, stated: stated.slice(0, 1) })
  expect(resolved).toMatchObject({ count: 1, chosen: { keys: [{ record_id: '1' }] } })
})
