/**
 * A note in the data folder that its server uses Postgres. If the setting that named it got lost, a start
 * would open the embedded database instead: an empty one, where anybody may register, or the one from
 * before the move.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod/mini'

const Note = z.object({
  /** Where the database is, without user and password; null if the note is damaged. */
  place: z.nullable(z.string()),
  /** What named it. */
  by: z.enum(['DATABASE_URL', 'ERP Setup']),
})

export type Note = z.infer<typeof Note>

/** Its path in a data folder. */
export function noteFilePath(dataDir: string): string {
  return join(dataDir, 'uses-postgres')
}

/** The note; null if the folder has none. */
export function readNote(dataDir: string): Note | null {
  try {
    const note: unknown = JSON.parse(readFileSync(noteFilePath(dataDir), 'utf8'))
    return Note.parse(note)
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) return { place: null, by: 'DATABASE_URL' }
    if ('code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** Where a database is, as the note names it. */
export function placeOf(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}

/** Writes the note. A folder that is not writable gets none: no embedded database can begin there either. */
export function leaveNote(dataDir: string, { url, by }: { url: string; by: Note['by'] }): void {
  const note: Note = { place: placeOf(url), by }
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    writeFileSync(noteFilePath(dataDir), `${JSON.stringify(note)}\n`, { mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error
  }
}
