import { createBrowserHistory } from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { goBackOnce } from '#console/list/details/go-back-once.ts'

let history: ReturnType<typeof createBrowserHistory>
/** Where each step back has led, in order. */
let reached: string[]

beforeEach(() => {
  history = createBrowserHistory()
  for (const path of ['/first', '/second', '/third', '/fourth']) {
    history.push(path)
    history.flush()
  }
  reached = []
  history.subscribe(({ location }) => reached.push(location.pathname))
})

afterEach(() => {
  history.destroy()
  vi.useRealTimers()
  // The files of this suite share the page.
  window.history.replaceState(null, '', '/')
})

test('once the browser has gone back, another call goes back again', async () => {
  goBackOnce(history)
  await vi.waitFor(() => expect(reached).toEqual(['/third']))
  goBackOnce(history)
  await vi.waitFor(() => expect(reached).toEqual(['/third', '/second']))
})

test('a call that leads beyond the first entry, which the browser ignores, blocks others for a second only', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  goBackOnce(history, 1_000)
  vi.advanceTimersByTime(999)
  goBackOnce(history)
  vi.advanceTimersByTime(1)
  vi.useRealTimers()
  goBackOnce(history, 2)
  await vi.waitFor(() => expect(reached).toEqual(['/second']))
})
