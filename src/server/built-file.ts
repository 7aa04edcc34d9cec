import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * A file or folder of the build, by its path relative to dist/server; null where it is missing, as
 * in tests. The code that asks may itself lie in a chunk one folder deeper.
 */
export function builtFile(path: string): string | null {
  const places = ['./', '../'].map((up) => fileURLToPath(new URL(`${up}${path}`, import.meta.url)))
  return places.find((place) => existsSync(place)) ?? null
}
