/** What an answer to an action says of cases that have changed again before it arrives. */
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Case } from '#contract/records/exceptions.ts'
import { queryClient } from '#console/data/api/query-client.ts'
import { actOnCases } from '#console/data/exceptions/act-on-cases.ts'
import { CASES_KEY, type KnownCases } from '#console/data/exceptions/cases.ts'
import { endSession } from '#console/session/session.ts'
import { offering } from '#test/support/console/console-config.ts'
import { fakeApi } from '#test/support/console/calls/fake-api.ts'
import { signedIn } from '#test/support/console/session.ts'

const api = fakeApi()
const FAILED_AT = '2026-05-11T12:00:00.000Z'

beforeEach(() => {
  offering('exceptions')
  signedIn({ username: 'ada', isSuperAdmin: true })
  queryClient.clear()
})
afterEach(() => endSession('logout'))

test('an answer that arrives after a newer list takes no case back', async () => {
  queryClient.setQueryData<KnownCases>(CASES_KEY, known(10, { version: 1, assignee: null }))
  api.use(
    http.post('*/api/exceptions/actions', () => {
      const answer = { ...about, result: 'changed', case: caseOf({ version: 2, assignee: 'kim' }) }
      // The list is faster: by now the case has changed once more.
      queryClient.setQueryData<KnownCases>(CASES_KEY, known(12, { version: 3, assignee: 'lee' }))
      return HttpResponse.json({ results: [answer] })
    }),
  )
  await actOnCases({ action: 'acknowledge' }, { keys: [{ ...about, version: 1 }] })
  const [present] = queryClient.getQueryData<KnownCases>(CASES_KEY)?.cases.values() ?? []
  expect(present).toMatchObject({ version: 3, assignee: 'lee' })
})

const about = { collection: 'binAdjustmentRecords', record_id: '1' } as const

function caseOf(changed: Pick<Case, 'version' | 'assignee'>): Case {
  return {
    ...about,
    kind: 'refused',
    cause: 'bin-inactive',
    state: 'new',
    snoozed_until: null,
    failures: 1,
    first_failed_at: FAILED_AT,
    last_failed_at: FAILED_AT,
    reopened_at: null,
    resolved_by: null,
    resolved_at: null,
    resolved_how: null,
    erp_number: null,
    retry_id: null,
    notes: 0,
    ...changed,
  }
}

function known(seq: number, changed: Pick<Case, 'version' | 'assignee'>): KnownCases {
  const cases = new Map([['binAdjustmentRecords|1', caseOf(changed)]])
  const fetchedAt = Date.parse(FAILED_AT)
  return { seq, epoch: 'e', cases, owners: new Map(), retries: [], fetchedAt }
}
