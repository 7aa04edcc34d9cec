import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const FOLDERS = ['./', '../', '../server/', '../../server/']

/**
 * A file or folder of the build, by its path relative to dist/server; null where it is missing, as
 * in tests. The code that asks may lie in a chunk one folder deeper, or in a program that is built
 * with the server's modules into a folder beside it, as the demo is.
 */
export function builtAsset(path: string): string | null {
  const places = FOLDERS.map((folder) =>
    fileURLToPath(new URL(`${folder}${path}`, import.meta.url)),
  )
  return places.find((place) => existsSync(place)) ?? null
}
