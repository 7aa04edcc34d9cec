/** Which requests are answered with the console's page: those of people, not of monitors and scanners. */
import type { FastifyRequest } from 'fastify'
import { SCREEN_PATHS } from '#contract/screens.ts'

const SCREENS: ReadonlySet<string> = new Set(SCREEN_PATHS)

/** A path in a folder of files, or one with a leading dot, such as `/.well-known/`. */
const IN_FILES = /^\/assets\/|\/\./

/** A path that ends like a file. */
const LIKE_FILE = /\.[^/]*$/

/** What programs look for on any server. */
const FOR_PROGRAMS = /^\/(metrics|health|healthz|livez|readyz|actuator)(\/|$)/

/**
 * Whether a request is for the page. The address of a screen returns it to every client that accepts HTML.
 * Any other address returns it only to a browser that a person navigates, and the console then redirects
 * (specification.md section 2).
 */
export function isForPage({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const [path = ''] = url.split('?')
  const accept = headers.accept ?? '*/*'
  const namesHtml = accept.includes('text/html')
  if (SCREENS.has(path.replace(/(?<=.)\/$/, ''))) return namesHtml || accept.includes('*/*')
  if (!namesHtml || IN_FILES.test(path) || FOR_PROGRAMS.test(path)) return false
  // Browsers send this header only on secure connections; without it a path like a file's is taken for one.
  const mode = headers['sec-fetch-mode']
  return mode === undefined ? !LIKE_FILE.test(path) : mode === 'navigate'
}
