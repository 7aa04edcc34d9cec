/** Unsaved input, encrypted with the admin's cache key in the storage of the tab. */
import { nameKey } from '#contract/records/name-key.ts'
import { importCacheKey, openText, sealText } from '#console/data/device/sealing.ts'
import { readSession } from '#console/session/session.ts'
import { readDraft, writeDraft } from '#console/session/draft.ts'

/** Values by the names they are stored under. */
export type Draft = readonly (readonly [name: string, value: unknown])[]

let turns = 0

/** Replaces the stored draft; an empty one removes it. Without a key nothing is stored. */
export async function sealDraft(draft: Draft): Promise<void> {
  turns += 1
  const turn = turns
  const { username, cacheKey } = readSession()
  if (draft.length === 0) return writeDraft(null)
  const key = cacheKey === null ? null : await importCacheKey(cacheKey)
  if (key === null || username === null) return undefined
  const { iv, data } = await sealText(key, boundTo(username), JSON.stringify(draft))
  // Only the newest draft counts, and only if its session has not ended meanwhile.
  if (turn === turns && readSession().cacheKey === cacheKey)
    writeDraft(JSON.stringify([base64(iv), base64(new Uint8Array(data))]))
  return undefined
}

/** The stored draft; empty if there is none or it belongs to another admin. */
export async function openDraft(): Promise<Draft> {
  const { username, cacheKey } = readSession()
  const sealed = readDraft()
  if (sealed === null || username === null || cacheKey === null) return []
  try {
    const key = await importCacheKey(cacheKey)
    const [iv = '', data = ''] = JSON.parse(sealed) as string[]
    if (key === null) return []
    const content = { iv: bytesOf(iv), data: bytesOf(data).buffer }
    return JSON.parse(await openText(key, boundTo(username), content)) as Draft
  } catch {
    return []
  }
}

function boundTo(username: string): string {
  return `draft|${nameKey(username)}`
}

function base64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
}
