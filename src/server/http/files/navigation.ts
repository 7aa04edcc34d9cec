/** Which requests are answered with the console's page: those of people, and none of monitors and scanners. */
import type { FastifyRequest } from 'fastify'
import { SCREEN_PATHS } from '#contract/screens.ts'

const SCREENS: ReadonlySet<string> = new Set(SCREEN_PATHS)

/** A file, in a folder of files, or behind a dot, as `/.well-known/` is. */
const FILE = /\.[^/]*$|^\/assets\/|\/\./

/** What programs look for on any server. */
const FOR_PROGRAMS = /^\/(metrics|health|healthz|livez|readyz|actuator)(\/|$)/

/**
 * Whether a request is for the page. The address of a screen gives it to whoever takes HTML. Any other
 * one gives it to a browser that a person leads there, and the console then goes where it should
 * (specification.md section 2).
 */
export function isForPage({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const [path = ''] = url.split('?')
  const accept = headers.accept ?? '*/*'
  const namesHtml = accept.includes('text/html')
  if (SCREENS.has(path.replace(/(?<=.)\/$/, ''))) return namesHtml || accept.includes('*/*')
  // Browsers say how a request came about where the connection is safe.
  const isLed = (headers['sec-fetch-mode'] ?? 'navigate') === 'navigate'
  return namesHtml && isLed && !FILE.test(path) && !FOR_PROGRAMS.test(path)
}
