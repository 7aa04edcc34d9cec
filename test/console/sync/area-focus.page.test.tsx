import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SYNC_LOOK_EVERY_MS } from '#contract/constants.ts'
import type { Erp } from '#server/erp/erp.ts'
import { runs } from '#server/db/schema/runs.ts'
import { NO_ERP } from '#test/support/server/app.ts'
import { consoleServer, START } from '#test/support/server/console-server.ts'
import { consolePage, renderConsole } from '#test/support/console/render.tsx'
import { signedInAdmin } from '#test/support/server/signed-in-admin.ts'

consolePage()

const erp: Erp = {
  ...NO_ERP,
  cancel: async () => {
    await server().context.db.delete(runs)
    return true
  },
}
const { server } = consoleServer({ erp })

async function syncBins(): Promise<void> {
  const at = new Date(START)
  const facts = { startedBy: 'ada', state: 'running', startedAt: at, heartbeatAt: at } as const
  await server()
    .context.db.insert(runs)
    .values({ id: 'bins', collection: 'bins', ...facts })
}

test('the focus stays on the button of a list when its sync is cancelled, and when one begins', async () => {
  await syncBins()
  await signedInAdmin(server(), { features: ['bins', 'items'] })
  const { pass, press } = await renderConsole({ path: '/dashboard' })
  await press('Sync details')
  const dialog = within(await screen.findByRole('dialog', { name: 'NetSuite sync' }))
  const hasFocus = async (name: string): Promise<boolean> =>
    document.activeElement === (await dialog.findByRole('button', { name }))
  await press('Cancel the sync of bins')
  expect(await hasFocus('Sync bins now')).toBe(true)
  await syncBins()
  await pass(SYNC_LOOK_EVERY_MS)
  expect(await hasFocus('Cancel the sync of bins')).toBe(true)
})
