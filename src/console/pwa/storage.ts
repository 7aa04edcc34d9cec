/** The device's storage: the browser is asked to keep it, and a person told when it was removed (decisions/console/offline.md). */
import { SNAPSHOT_KEPT_MS } from '#contract/constants.ts'
import { messages } from '#contract/texts/messages.ts'
import { requestPersistentStorage } from '#console/data/device/persistent-storage.ts'
import { onSessionEnd } from '#console/session/session.ts'
import { notifyFailure } from '#console/ui/notify.tsx'

/** Says that rows were kept here. Chromium leaves `localStorage` when it makes room, WebKit only cookies. */
const KEPT_MARK = 'dockside.kept'

/** Somebody is signed in: rows are kept from now on. The browser may say no, and nothing depends on it. */
export function keepStorage(): void {
  attempt(() => localStorage.setItem(KEPT_MARK, 'yes'))
  writeMarkCookie(SNAPSHOT_KEPT_MS / 1_000)
  void requestPersistentStorage()
}

/**
 * Looks, before anything opens a database here, whether those of before are still there, and says
 * once where they are not. A wipe is no loss: after it nothing is missed.
 */
export function watchStorage(): void {
  onSessionEnd(({ wipes }) => wipes && forgetMark())
  if (!isMarked()) return
  const databases = attempt(() => indexedDB.databases())
  databases?.then(
    (found) => {
      if (found.length > 0) return
      forgetMark()
      notifyFailure(messages.storageRemoved)
    },
    () => undefined,
  )
}

function isMarked(): boolean {
  const stored = attempt(() => localStorage.getItem(KEPT_MARK)) === 'yes'
  return stored || (attempt(() => document.cookie.includes(`${KEPT_MARK}=yes`)) ?? false)
}

function forgetMark(): void {
  attempt(() => localStorage.removeItem(KEPT_MARK))
  writeMarkCookie(0)
}

/** It carries no authority and says nothing about anybody (decisions/server/cross-site.md). */
function writeMarkCookie(seconds: number): void {
  attempt(() => {
    document.cookie = `${KEPT_MARK}=yes; Max-Age=${String(seconds)}; Path=/; SameSite=Strict`
  })
}

/** Browsers that block storage throw at the first touch of it. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
