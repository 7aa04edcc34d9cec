/** The whole console in a page without a browser, as main.tsx mounts it. */
import { act, cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import { PointerEventsCheckLevel, userEvent, type UserEvent } from '@testing-library/user-event'
import { createMemoryHistory } from '@tanstack/react-router'
import { notifications } from '@mantine/notifications'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { App } from '#console/app.tsx'
import { forgetArrivals } from '#console/data/collections/arrivals.ts'
import { forgetStoredState } from '#console/data/device/snapshot-store.ts'
import { removeRecords } from '#console/data/device/device-store.ts'
import { endGeneration } from '#console/data/device/write-guard.ts'
import { queryClient } from '#console/data/api/query-client.ts'
import { syncServerClock } from '#console/data/api/server-clock.ts'
import { makeRouter } from '#console/router.tsx'
import { allowHiddenUntil } from '#console/session/clock.ts'
import { endSession } from '#console/session/session.ts'
import { Background, endOnServer } from '#console/start/background.tsx'
import { showBackground } from '#console/start/load-background.ts'
import { quickenElements } from '#test/support/console/quick/quick-elements.ts'
import { quickenErrors } from '#test/support/console/quick/quick-errors.ts'
import { signedOut } from '#test/support/console/session.ts'
import { settled, until } from '#test/support/until.ts'
import { isServerBusy, START } from '#test/support/server/console-server.ts'

export interface RenderedConsole {
  readonly user: UserEvent
  /** Where the console is, such as `/login?expired=true`. */
  readonly place: () => string
  /** Replaces what a field holds. */
  readonly fill: (label: string, text: string) => Promise<void>
  /** Presses a button once it is not busy, because a busy one ignores the press. */
  readonly press: (name: string | RegExp) => Promise<void>
  /** Goes somewhere as a program does. */
  readonly go: (path: string) => Promise<void>
  /** Goes back as the browser does. */
  readonly back: () => Promise<void>
  /** Lets time pass for the console. */
  readonly pass: (ms: number) => Promise<void>
}

const STEP_MS = 1_000
/** By how much the clock goes on by itself at a time. */
const TICK_MS = 5

/** As long as `until` and `expect.poll`: a screen's first look waits for its part, which others may have to compile. */
const COMES_WITHIN_MS = 15_000

// Whether an element is hidden takes jsdom longer than all the rest; a test that cares asks for it.
configure({ asyncUtilTimeout: COMES_WITHIN_MS, defaultHidden: true })
quickenErrors()
quickenElements()

/**
 * Gives each test of the file an unused console. Called at the top of every file that renders one:
 * files share modules, so a hook registered by this module would apply to its first file only.
 */
export function consolePage(): void {
  beforeEach(begin)
  afterEach(end)
}

function begin(): void {
  vi.stubEnv('TZ', 'UTC')
  // The clock of the page is that of the server, and goes on by itself as a real one does.
  vi.useFakeTimers({
    now: START,
    shouldAdvanceTime: true,
    advanceTimeDelta: TICK_MS,
    toFake: [
      'Date',
      'setTimeout',
      'clearTimeout',
      'setInterval',
      'clearInterval',
      'requestAnimationFrame',
      'cancelAnimationFrame',
    ],
  })
  syncServerClock(new Date().toISOString())
  allowHiddenUntil(0)
  signedOut()
}

async function end(): Promise<void> {
  cleanup()
  // Files share their modules: what belongs to a session, such as how a sync went, ends with it. The page that would
  // see to that is gone, and rows that are still being encrypted would be written into the next test.
  endSession('logout')
  endGeneration()
  notifications.clean()
  queryClient.clear()
  forgetArrivals()
  forgetStoredState()
  await removeRecords(null)
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  vi.useRealTimers()
}

/**
 * Opens the console at a path, and waits for its first screen.
 * @throws Error in a file that does not call `consolePage`
 */
export async function renderConsole({
  path = '/login',
}: { path?: string } = {}): Promise<RenderedConsole> {
  if (!vi.isFakeTimers())
    throw new Error('a file that opens the console calls consolePage() at its head')
  const router = makeRouter({ history: createMemoryHistory({ initialEntries: [path] }) })
  showBackground({ Background, endOnServer })
  render(<App router={router} />)
  await waitFor(() => expect(router.state.resolvedLocation).toBeDefined())
  // jsdom is slow to compute whether a style blocks a press, and no styles are loaded. Moving the mouse there first is
  // slow too: a test that needs it calls `user.hover`, and browser tests always do it.
  const user = userEvent.setup({
    delay: null,
    pointerEventsCheck: PointerEventsCheckLevel.Never,
    skipHover: true,
  })
  return {
    user,
    fill: async (label, text) => {
      const field = await screen.findByLabelText(label)
      await user.clear(field)
      await user.paste(text)
    },
    press: async (name) => user.click(await screen.findByRole('button', { name, busy: false })),
    place: () => router.state.location.href,
    go: (to) => act(() => router.navigate({ href: to })),
    back: () => act(async () => router.history.back()),
    pass: (ms) =>
      act(async () => {
        // The clock stops while answers are pending: a slow one must not consume time.
        vi.setTimerTickMode('manual')
        try {
          // In steps, so that what has no clock, such as the disk and the server, keeps pace.
          await answered()
          for (let left = ms; left > 0; left -= STEP_MS) {
            await vi.advanceTimersByTimeAsync(Math.min(left, STEP_MS))
            await answered()
          }
        } finally {
          vi.setTimerTickMode('interval', TICK_MS)
        }
      }),
  }
}

/** Waits for pending answers, so that the time that passes next comes after them. */
async function answered(): Promise<void> {
  await settled()
  if (!isServerBusy()) return
  await until(() => !isServerBusy())
  await settled()
}
