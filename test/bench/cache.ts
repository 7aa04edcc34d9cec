import { fileURLToPath } from 'node:url'

/** Where the bench puts what it builds and finds: ignored, and gone with the packages. */
export const CACHE = fileURLToPath(
  new URL('../../node_modules/.cache/dockside/bench', import.meta.url),
)
