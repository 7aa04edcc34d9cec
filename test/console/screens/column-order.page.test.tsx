/** The order of the columns with our server, and with another one. */
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ADMIN_FEATURES } from '#contract/access.ts'
import { lists } from '#console/screens/lists.ts'
import { offering } from '#test/support/console/console-config.ts'
import { consolePage, renderConsole } from '#test/support/console/render.tsx'
import { heads } from '#test/support/console/table.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { consoleServer, START } from '#test/support/server/console-server.ts'
import { aMobileUser } from '#test/support/people.ts'
import { signedInAdmin } from '#test/support/server/signed-in-admin.ts'

consolePage()

const { server } = consoleServer()

/** Has what identifies a record of any list. */
const RECORD = {
  id: 1,
  item: 'W-1',
  internal_id: 7,
  name: 'SO-1',
  status: 'Open',
  location: 'Main',
  location_id: 1,
  line_id: 1,
}

async function headsOf({ path, collection }: (typeof lists)[number]): Promise<string[]> {
  await signedInAdmin(server(), { isSuperAdmin: true, features: ADMIN_FEATURES })
  await aMobileUser(server().context)
  if (collection !== 'admins' && collection !== 'wmsAiUsers')
    await putRecords(server().context.db, collection, [RECORD], START)
  await renderConsole({ path })
  await screen.findByRole('table')
  return heads()
}

/** lists.page.test.tsx compares these with the specification. */
const declared = (list: (typeof lists)[number]): string[] =>
  list.table([]).columns.map(({ title }) => title)

test.each(lists)('another server keeps the specified order at $path', async (list) => {
  offering()
  const shown = await headsOf(list)
  // Columns out of sight are not drawn, and further fields come last.
  const drawn = Math.min(shown.length, declared(list).length)
  expect(shown.slice(0, drawn)).toEqual(declared(list).slice(0, drawn))
})

test.each(lists)('our server has what people look for first at $path', async (list) => {
  offering('views')
  const titles = new Map(list.table([]).columns.map(({ id, title }) => [id, title]))
  const leading = (list.leading ?? []).map((id) => titles.get(id))
  expect((await headsOf(list)).slice(0, leading.length)).toEqual(leading)
})
