/**
 * State that outlives a lock: what a person has typed is there again after the same admin has signed
 * in (decisions.md 3.2). It stands in the memory of the page only, never in a storage, and is gone
 * with a logout.
 */
import { useEffect, useState, type Dispatch, type SetStateAction } from 'react'
import { isSameAdmin, onSessionEnd, readSession } from '#console/session/session.ts'

interface Kept {
  readonly username: string
  readonly value: unknown
}

const kept = new Map<string, Kept>()

onSessionEnd(({ wipes }) => {
  if (wipes) kept.clear()
})

/**
 * Like `useState`, under a name. The value is dropped when its component goes while the session
 * lives, for then the person has closed it.
 * @param name null: kept nowhere
 */
export function useKept<T>(name: string | null, initial: T): [T, Dispatch<SetStateAction<T>>] {
  const [value, setValue] = useState<T>(() => (name === null ? initial : takeKept(name, initial)))
  useEffect(() => {
    const { username } = readSession()
    if (name === null || username === null) return undefined
    kept.set(name, { username, value })
    return () => {
      if (readSession().token !== null) kept.delete(name)
    }
  }, [name, value])
  return [value, setValue]
}

function takeKept<T>(name: string, initial: T): T {
  const found = kept.get(name)
  const { username } = readSession()
  const isMine = found && username !== null && isSameAdmin(found.username, username)
  if (!isMine) return initial
  // Whoever asks under a name has put it there under the same one.
  return found.value as T
}
