import { expect, test } from 'vitest'
import { ERP_FAULT_KINDS, ErpFault } from '#server/erp/transport/fault.ts'
import { httpErrorOfErp } from '#server/http/erp-http-error.ts'

test.each(ERP_FAULT_KINDS)(
  'a fault of the ERP (%s) never ends the session of the admin',
  (kind) => {
    const refusal = httpErrorOfErp(new ErpFault(kind, 'What to do.'))
    expect(refusal).toMatchObject({
      status: expect.toSatisfy((status) => [409, 500, 502, 503].includes(Number(status))),
      detail: 'What to do.',
      code: kind === 'cancelled' ? 'sync-cancelled' : `erp-${kind}`,
    })
  },
)

test.each([
  [null, '60'],
  [1_500, '2'],
  [90_000, '90'],
])('a busy ERP that asks for %s ms is answered with Retry-After %s', (retryAfterMs, seconds) => {
  expect(httpErrorOfErp(new ErpFault('busy', 'Busy.', { retryAfterMs }))).toMatchObject({
    status: 503,
    headers: { 'Retry-After': seconds },
  })
})

test('other errors pass unchanged', () => {
  const error = new Error('the database is gone')
  expect(httpErrorOfErp(error)).toBe(error)
})
