/**
 * New recovery codes until the person says that they are saved. The old ones are void as soon as these are made, so they
 * survive leaving the screen and a lock, for the same admin and in memory only (decisions/server/recovery.md).
 */
import { useSyncExternalStore } from 'react'
import { secondFactorEndpoints } from '#contract/own/second-factor-endpoints.ts'
import { call } from '#console/data/api/call.ts'
import { Fault } from '#console/data/api/fault.ts'
import { onLockForgotten } from '#console/session/lock.ts'
import { isAnothersTurn, isSameAdmin, readSession, useSession } from '#console/session/session.ts'

interface Unsaved {
  readonly username: string
  readonly codes: readonly string[]
}

let unsaved: readonly Unsaved[] = []
const listeners = new Set<() => void>()

onLockForgotten(() => keep([]))

/**
 * Makes new codes and keeps them, wherever the person is when the answer comes.
 * @throws Fault
 */
export async function makeRecoveryCodes(): Promise<void> {
  const username = readSession().username ?? ''
  // Before the old codes are void: the new ones must not depend on a file that may not arrive.
  await import('#console/factors/save-codes-dialog.tsx')
  if (isAnothersTurn(username)) throw new Fault({ kind: 'network' })
  const { codes } = await call(secondFactorEndpoints.createRecoveryCodes, {})
  keep([...othersThan(username), { username, codes }])
}

/** The codes that the signed-in admin has yet to save, or null. */
export function useUnsavedCodes(): readonly string[] | null {
  const { username, twoFactorVerified } = useSession()
  const all = useSyncExternalStore(subscribe, () => unsaved)
  if (username === null || !twoFactorVerified) return null
  return all.find((one) => isSameAdmin(one.username, username))?.codes ?? null
}

/** The signed-in admin has saved them. */
export function forgetSavedCodes(): void {
  keep(othersThan(readSession().username ?? ''))
}

function othersThan(username: string): readonly Unsaved[] {
  return unsaved.filter((one) => !isSameAdmin(one.username, username))
}

function keep(next: readonly Unsaved[]): void {
  unsaved = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
