/** The sign-in page of a locked tab, while something happens in another tab of this browser. */
import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { readDraft, writeDraft } from '#console/session/draft.ts'
import { readLock, storeLock } from '#console/session/lock.ts'
import { consolePage, renderConsole } from '#test/support/console/render.tsx'
import { consoleServer } from '#test/support/server/console-server.ts'

consolePage()
consoleServer()

/** The sign-in page after ada was locked out with a form in progress. */
async function lockedPage() {
  storeLock({ username: 'ada', wasHidden: true })
  writeDraft('sealed')
  const page = await renderConsole()
  expect(await screen.findByLabelText('Username')).toHaveProperty('value', 'ada')
  return page
}

function say(kind: string, username: string): void {
  const other = new BroadcastChannel('dockside.session')
  onTestFinished(() => other.close())
  other.postMessage({ kind, username })
}

const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value

test('a logout in another tab takes the name and the hint of a saved form off the page at once', async () => {
  const page = await lockedPage()
  expect(screen.getByText(/The form you were filling in is saved\./)).toBeTruthy()
  await page.fill('Password', 'open-')
  say('logged-out', 'ada')
  await waitFor(() => expect(valueOf('Username')).toBe(''))
  expect(valueOf('Password')).toBe('')
  expect(screen.queryByText(/Locked because this page was in the background/)).toBeNull()
  expect(screen.queryByText(/The form you were filling in is saved\./)).toBeNull()
  expect([readLock(), readDraft()]).toEqual([null, null])
  expect(page.place()).toBe('/login')
})

test('a logout in another tab leaves what somebody else is typing', async () => {
  const page = await lockedPage()
  await page.user.clear(screen.getByLabelText('Username'))
  await page.fill('Username', 'bob')
  await page.fill('Password', 'harbour-')
  say('logged-out', 'ada')
  await waitFor(() =>
    expect(screen.queryByText(/Locked because this page was in the background/)).toBeNull(),
  )
  expect([valueOf('Username'), valueOf('Password')]).toEqual(['bob', 'harbour-'])
})

test('a logout of somebody else changes nothing on the page', async () => {
  await lockedPage()
  say('logged-out', 'bob')
  say('signed-in', 'ada')
  await new Promise((heard) => {
    const marker = new BroadcastChannel('dockside.session')
    onTestFinished(() => marker.close())
    marker.addEventListener('message', heard)
    say('marker', 'nobody')
  })
  expect(valueOf('Username')).toBe('ada')
  expect(screen.getByText(/The form you were filling in is saved\./)).toBeTruthy()
})
