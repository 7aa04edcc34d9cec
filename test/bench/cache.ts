import { fileURLToPath } from 'node:url'

/** The folder for the bench's builds and results: ignored by git, and removed with the packages. */
export const CACHE = fileURLToPath(
  new URL('../../node_modules/.cache/dockside/bench', import.meta.url),
)
