import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { offering } from '#test/support/console/console-config.ts'
import { consoleServer } from '#test/support/server/console-server.ts'
import { consolePage, renderConsole } from '#test/support/console/render.tsx'
import { setErpUp } from '#test/support/server/erp-set-up.ts'
import { signedInAdmin } from '#test/support/server/signed-in-admin.ts'
import { waiting } from '#test/support/disabled-reason.ts'

consolePage()

const { server } = consoleServer()

const SYNC = { '/dashboard': 'Sync from NetSuite', '/bins': 'Sync with NetSuite' } as const
const PLACES = ['/dashboard', '/bins'] as const

describe('before NetSuite is set up', () => {
  test.each(PLACES)('on %s a super admin is led to ERP Setup, and Sync says why', async (path) => {
    await signedInAdmin(server(), { isSuperAdmin: true, features: ['bins'] })
    await renderConsole({ path })
    const link = await screen.findByRole('link', { name: 'Open ERP Setup' })
    expect(link.getAttribute('href')).toBe('/netsuite-setup')
    expect(waiting(SYNC[path])).toBe("NetSuite isn't set up yet.")
  })

  test.each(PLACES)('on %s another admin is told to ask a super admin', async (path) => {
    await signedInAdmin(server(), { features: ['bins'] })
    await renderConsole({ path })
    const words = "NetSuite isn't set up yet. Ask a super admin to set it up."
    const banner = await screen.findByText(words, { selector: '[role=status] *' })
    expect(banner).toBeDefined()
    expect(waiting(SYNC[path])).toBe(words)
    expect(screen.queryByRole('link', { name: 'Open ERP Setup' })).toBeNull()
  })
})

describe('no banner', () => {
  test('with the settings saved, Sync can begin', async () => {
    await setErpUp(server())
    await signedInAdmin(server(), { isSuperAdmin: true, features: ['bins'] })
    await renderConsole({ path: '/dashboard' })
    await screen.findByRole('button', { name: 'Sync from NetSuite' })
    expect(waiting('Sync from NetSuite')).toBeNull()
    expect(screen.queryByText("NetSuite isn't set up yet.")).toBeNull()
  })

  test('another server is not asked, and Sync can begin', async () => {
    offering()
    await signedInAdmin(server(), { isSuperAdmin: true, features: ['bins'] })
    await renderConsole({ path: '/bins' })
    await screen.findByRole('button', { name: 'Sync with NetSuite' })
    expect(waiting('Sync with NetSuite')).toBeNull()
  })
})
