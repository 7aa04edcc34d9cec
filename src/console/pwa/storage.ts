/** The device's storage: the browser is asked to keep it, and a person told when it was removed (decisions.md 6.8). */
import { messages } from '#contract/messages.ts'
import { onSessionEnd } from '#console/session/session.ts'
import { notifyFailure } from '#console/ui/notify.tsx'

/** Says that rows were kept here; it lies apart from them, in what browsers remove last. */
const KEPT_MARK = 'dockside.kept'

/** Somebody is signed in: rows are kept from now on. The browser may say no, and nothing depends on it. */
export function keepStorage(): void {
  attempt(() => localStorage.setItem(KEPT_MARK, 'yes'))
  // Without https there is no such thing.
  const storage: Partial<StorageManager> | undefined = navigator.storage
  storage?.persist?.().catch(() => undefined)
}

/**
 * Looks, before anything opens a database here, whether those of before are still there, and says
 * once where they are not. A wipe is no loss: after it nothing is missed.
 */
export function watchStorage(): void {
  onSessionEnd(({ wipes }) => wipes && forgetMark())
  if (attempt(() => localStorage.getItem(KEPT_MARK)) !== 'yes') return
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

function forgetMark(): void {
  attempt(() => localStorage.removeItem(KEPT_MARK))
}

/** Browsers that block storage throw at the first touch of it. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
