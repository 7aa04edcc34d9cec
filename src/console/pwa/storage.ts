/** The device's storage: asks the browser to keep it, and reports when it was removed (decisions/console/offline.md). */
import { SNAPSHOT_KEPT_MS } from '#contract/constants.ts'
import { deviceTexts } from '#contract/texts/device-texts.ts'
import { requestPersistentStorage } from '#console/data/device/persistent-storage.ts'
import { onSessionEnd } from '#console/session/session.ts'
import { notifyFailure } from '#console/ui/notify.tsx'

/** Marks that rows were stored here. Chromium keeps `localStorage` when it evicts data, WebKit only cookies. */
const KEPT_MARK = 'dockside.kept'

/** Requests persistent storage once someone signs in, because rows are stored from then on. A refusal does no harm. */
export function markStorageUsed(): void {
  attempt(() => localStorage.setItem(KEPT_MARK, 'yes'))
  writeMarkCookie(SNAPSHOT_KEPT_MS / 1_000)
  void requestPersistentStorage()
}

/**
 * Checks, before anything opens a database here, whether the stored rows still exist, and reports
 * once if they do not. A deliberate wipe is no loss and removes the mark.
 */
export function watchStorage(): void {
  onSessionEnd(({ wipes }) => wipes && forgetMark())
  if (!isMarked()) return
  const databases = attempt(() => indexedDB.databases())
  databases?.then(
    (found) => {
      if (found.length > 0) return
      forgetMark()
      notifyFailure(deviceTexts.storageRemoved)
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

/** The mark grants no access and identifies no one (decisions/server/cross-site.md). */
function writeMarkCookie(seconds: number): void {
  attempt(() => {
    document.cookie = `${KEPT_MARK}=yes; Max-Age=${String(seconds)}; Path=/; SameSite=Strict`
  })
}

/** Browsers that block storage throw on first access. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
