import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const FOLDERS = ['./', '../', '../server/', '../../server/']

/**
 * A file or folder of the build, by its path relative to dist/server; null if it is missing, as in tests.
 * The calling code may be in a chunk one folder deeper, or in a program such as the demo that is built into
 * a sibling folder.
 */
export function builtAsset(path: string): string | null {
  const places = FOLDERS.map((folder) =>
    fileURLToPath(new URL(`${folder}${path}`, import.meta.url)),
  )
  return places.find((place) => existsSync(place)) ?? null
}
