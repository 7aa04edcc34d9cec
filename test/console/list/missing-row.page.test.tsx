import { onlineManager } from '@tanstack/react-query'
import { act, screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, onTestFinished, test } from 'vitest'
import { relatedTexts } from '#contract/texts/own/related-texts.ts'
import { queryClient } from '#console/data/api/query-client.ts'
import { collectionKey } from '#console/data/collections/queries.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { consoleServer, START } from '#test/support/server/console-server.ts'
import { consolePage, renderConsole } from '#test/support/console/render.tsx'
import { signedInAdmin } from '#test/support/server/signed-in-admin.ts'

consolePage()

const { api, server } = consoleServer()

/** The list of items, opened at an item that it does not have. */
async function atMissingItem() {
  await putRecords(server().context.db, 'items', [{ id: 1, name: 'Widget' }], START)
  await signedInAdmin(server(), { features: ['items'] })
  const page = await renderConsole({ path: '/items?open=99' })
  await screen.findByText(relatedTexts.rowMissing('Item', '99'))
  return page
}

/** The buttons beside a sentence. */
async function buttonsBeside(sentence: string): Promise<(string | null)[]> {
  const words = await screen.findByText(sentence)
  const notice = within(words.parentElement ?? document.body)
  return notice.getAllByRole('button').map((button) => button.getAttribute('aria-label'))
}

test('without a connection, a row is missing only from the list on this device', async () => {
  await atMissingItem()
  act(() => onlineManager.setOnline(false))
  onTestFinished(() => onlineManager.setOnline(true))
  expect(await buttonsBeside(relatedTexts.rowNotHere('Item', '99'))).toEqual(['Close'])
})

test('after a failed refresh, a row is missing only from the list on this device', async () => {
  const page = await atMissingItem()
  api.use(http.get('/api/data_items', () => HttpResponse.json({}, { status: 404 })))
  await page.pass(60_000)
  void queryClient.refetchQueries({ queryKey: collectionKey('items') })
  expect(await buttonsBeside(relatedTexts.rowNotHere('Item', '99'))).toEqual(['Close'])
})

test('a record of the floor that is missing may have been deleted, and no sync can bring it', async () => {
  await putRecords(server().context.db, 'binCountRecords', [{ id: 1, bin_name: 'A-1' }], START)
  await signedInAdmin(server(), { features: ['bincount'] })
  await renderConsole({ path: '/bin-count-records?open=99' })
  expect(await buttonsBeside(relatedTexts.rowDeleted('Count', '99'))).toEqual(['Close'])
})

test('the address of an order opens it after its status has changed', async () => {
  const line = { name: 'Acme', internal_id: 7, line_id: '1', transaction_id: 'SO7' }
  await putRecords(server().context.db, 'salesOrders', [{ ...line, status: 'Billed' }], START)
  await signedInAdmin(server(), { features: ['salesorder'] })
  const key = encodeURIComponent('Acme|Pending|-|-|-|7|-|SO7|-')
  await renderConsole({ path: `/sales-orders?open=${key}` })
  within(await screen.findByRole('dialog')).getByText('SO7 · Acme')
  expect(screen.queryByRole('alert')).toBeNull()
})
