import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { ADMIN_FEATURES } from '#contract/access.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { NO_ERP } from '#test/support/server/app.ts'
import { consolePage, renderConsole } from '#test/support/console/render.tsx'
import { consoleServer, START } from '#test/support/server/console-server.ts'
import { signedInAdmin } from '#test/support/server/signed-in-admin.ts'

consolePage()

let answer = (): void => undefined
// Made up front, because the test may answer before the booking begins.
const answered = new Promise<void>((resolve) => {
  answer = resolve
})
const { server } = consoleServer({
  erp: {
    ...NO_ERP,
    book: async () => {
      await answered
      return { kind: 'failed', message: 'Bin is still inactive' }
    },
  },
})

test("'Try again' of the next record is free while the one before is still being booked", async () => {
  onTestFinished(() => answer())
  await signedInAdmin(server(), { isSuperAdmin: true, features: ADMIN_FEATURES })
  const failed = { netsuite_acknowledgment: { success: false, message: 'Bin is inactive' } }
  const records = [1, 2].map((id) => ({
    id,
    username: 'pat',
    created_at: `2026-05-0${String(id)}T10:00:00Z`,
    bin_data: [],
    netsuite_response: failed,
  }))
  await putRecords(server().context.db, 'binAdjustmentRecords', records, START)
  const { press } = await renderConsole({ path: '/bin-adjustment-records?open=2' })
  const button = (busy: boolean) => screen.findByRole('button', { name: 'Try again', busy })
  await button(false)
  await press('Try again')
  await button(true)
  await press('Next')
  await button(false)
  await press('Previous')
  await button(true)
  answer()
  await screen.findByText('Bin is still inactive')
  await waitFor(() => button(false))
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
})
