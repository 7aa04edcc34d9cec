/**
 * State that survives a lock: input is restored after the same admin has signed in again
 * (decisions/console/session.md). While a form has changes it also survives a reload, because a tablet may discard
 * the page at any time; it is then stored encrypted and without secrets (draft.ts). A logout deletes all of it.
 */
import { useEffect, useState, type Dispatch, type SetStateAction } from 'react'
import { writeDraft } from '#console/session/draft.ts'
import { onLockForgotten } from '#console/session/lock.ts'
import {
  isAnothersTurn,
  isSameAdmin,
  readSession,
  subscribeToSession,
} from '#console/session/session.ts'
import { openDraft, sealDraft } from '#console/ui/forms/draft.ts'
import { hasUnsaved, onUnsaved } from '#console/ui/forms/unsaved.ts'

interface Kept {
  readonly username: string
  readonly value: unknown
  /** Whether the value differs from its initial one. */
  readonly isTouched: boolean
  /** Whether an untouched value is dropped: by the next sign-in the server may have a newer one. */
  readonly onlyTouched: boolean
  /** The value as it may be stored outside of memory. */
  readonly withoutSecrets: () => unknown
}

const kept = new Map<string, Kept>()
/** Names restored after a reload whose component has not mounted yet. */
const returned = new Set<string>()
const returnListeners = new Set<() => void>()
/** Names that were saved after a lock: the stored draft still has them. */
const savedLate = new Set<string>()

onLockForgotten(() => {
  kept.clear()
  returned.clear()
  savedLate.clear()
})

/**
 * Like `useState`, under a name. Unmounting during a live session drops the value, because the
 * person has closed the form then.
 * @param name null: the value is not preserved
 * @param withoutSecrets the value as it may be stored
 * @param onlyTouched whether an unchanged value gives way to a newer initial one
 */
export function useDraftState<T>(
  name: string | null,
  initial: T,
  withoutSecrets: (value: T) => T = itself,
  onlyTouched = false,
): [T, Dispatch<SetStateAction<T>>] {
  const [first] = useState(initial)
  const [value, setValue] = useState<T>(() =>
    name === null || (onlyTouched && kept.get(name)?.isTouched === false)
      ? initial
      : takeKept(name, initial),
  )
  useEffect(() => {
    const { username } = readSession()
    if (name === null || username === null) return undefined
    if (value !== first) savedLate.delete(name)
    if (!returned.has(name))
      kept.set(name, {
        username,
        value,
        isTouched: value !== first,
        onlyTouched,
        withoutSecrets: () => withoutSecrets(value),
      })
    void keepDraft()
    return () => {
      if (readSession().token === null || returned.has(name)) return
      kept.delete(name)
      void keepDraft()
    }
  }, [name, value, first, withoutSecrets, onlyTouched])
  useEffect(() => {
    if (name === null) return undefined
    const take = (): void => {
      if (returned.has(name)) setValue((present) => takeKept(name, present))
    }
    take()
    returnListeners.add(take)
    return () => {
      returnListeners.delete(take)
    }
  }, [name])
  return [value, setValue]
}

/**
 * Forgets what was typed under a name once it is saved. A form that is replaced by a new one of the same name would
 * hand its input over otherwise, and so would one that a lock has closed before the answer came.
 * @param saved the value that was saved; one that was changed while the answer was under way is not forgotten
 * @param by the admin who saved it, if it is a late answer: what another one has typed since is not forgotten
 */
export function forgetDraftState(
  name: string,
  saved?: unknown,
  by: string | null = readSession().username,
): void {
  const found = kept.get(name)
  if (by !== null && isAnothersTurn(by)) {
    // The stored draft is the other admin's by now.
    if (found && isSameAdmin(found.username, by)) kept.delete(name)
    return undefined
  }
  if (saved !== undefined && found && found.value !== saved) return undefined
  kept.delete(name)
  const { token, cacheKey } = readSession()
  // Between password and code there is a token, but no key yet.
  if (token !== null && cacheKey !== null) return void keepDraft()
  // The key went with the lock, so one name cannot be taken out of the stored draft: it is left out when the draft is
  // opened. If nothing else is unsaved, the stored draft is removed now, so that a reload before the next sign-in does not bring it back.
  savedLate.add(name)
  if ([...kept.values()].every(({ isTouched }) => !isTouched)) writeDraft(null)
  return undefined
}

function itself<T>(value: T): T {
  return value
}

function takeKept<T>(name: string, initial: T): T {
  const found = kept.get(name)
  const { username } = readSession()
  returned.delete(name)
  const isMine = found && username !== null && isSameAdmin(found.username, username)
  if (!isMine) return initial
  // Every reader of a name has written the value under the same one.
  return found.value as T
}

let openedWith: string | null = null
let isRestored = Promise.resolve()
isRestored = restoreDraft()

subscribeToSession(() => {
  isRestored = restoreDraft()
})
onUnsaved(() => void keepDraft())

/** Restores the draft of the previous page, once for each sign-in. */
async function restoreDraft(): Promise<void> {
  const { username, cacheKey } = readSession()
  if (cacheKey === openedWith) return isRestored
  openedWith = cacheKey
  let isSaved = false
  for (const [name, value] of await openDraft()) {
    if (savedLate.has(name)) isSaved = true
    // The value on this page is newer.
    if (username === null || kept.get(name)?.isTouched || savedLate.has(name)) continue
    kept.set(name, {
      username,
      value,
      isTouched: true,
      onlyTouched: true,
      withoutSecrets: () => value,
    })
    returned.add(name)
  }
  for (const listener of returnListeners) listener()
  // From now on without what was saved.
  if (isSaved) void keepDraft()
}

/** Stores the input; removes the stored draft once no form has changes. */
async function keepDraft(): Promise<void> {
  // Forms mount and unmount during a sign-in as well: the stored draft is restored first.
  let awaited: Promise<void>
  do {
    awaited = isRestored
    await awaited
  } while (awaited !== isRestored)
  const { token, cacheKey, username } = readSession()
  if (token === null || cacheKey === null || username === null) return
  const values = [...kept]
    .filter(([, one]) => isSameAdmin(one.username, username) && (one.isTouched || !one.onlyTouched))
    .map(([name, one]): [string, unknown] => [name, one.withoutSecrets()])
  await sealDraft(hasUnsaved() || returned.size > 0 ? values : [])
}
