/** What files and copies of Admins and WMS Mobile Users contain. */
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { readCsv } from '#test/console/export/read-back.ts'
import { consolePage, renderConsole } from '#test/support/console/render.tsx'
import { heads } from '#test/support/console/table.ts'
import { aMobileUser } from '#test/support/people.ts'
import { consoleServer } from '#test/support/server/console-server.ts'
import { signedInAdmin } from '#test/support/server/signed-in-admin.ts'

consolePage()

const { server } = consoleServer()

const saved: Blob[] = []

beforeEach(() => {
  saved.length = 0
  URL.createObjectURL = (file) => {
    saved.push(file as Blob)
    return 'blob:file'
  }
  URL.revokeObjectURL = () => undefined
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
})

test.each([
  ['/admins', 'Admins'],
  ['/wms-ai-users', 'WMS Mobile Users'],
])(
  'at %s neither a file nor a copy has the buttons, which are on the screen',
  async (path, title) => {
    await aMobileUser(server().context)
    await signedInAdmin(server(), { isSuperAdmin: true })
    const page = await renderConsole({ path })
    await screen.findByRole('table')
    const titles = heads().filter((head) => head !== 'Actions')
    expect(heads()).toHaveLength(titles.length + 1)

    await page.press('Download')
    const dialog = within(await screen.findByRole('dialog', { name: `Download ${title}` }))
    expect(dialog.getByRole('radio', { name: `${String(titles.length)} visible` })).toBeDefined()
    await page.user.click(dialog.getByRole('button', { name: 'Download' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    const [first = []] = readCsv((await saved[0]?.text()) ?? '')
    expect(first.toSorted()).toEqual(titles.toSorted())
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

    await page.user.click(screen.getByRole('checkbox', { name: 'Select the rows on this page' }))
    await page.press('Copy')
    const menu = within(await screen.findByRole('menu'))
    const items = menu.getAllByRole('menuitem').map(({ textContent }) => textContent)
    expect(items.toSorted()).toEqual(['Copy rows', ...titles].toSorted())
  },
)
