import type { FastifyRequest } from 'fastify'
import { API_PREFIX } from '#contract/constants.ts'

/** Whether a request is a call, known or not, rather than for a file of the console. */
export function isApi(request: FastifyRequest): boolean {
  return isUnderApi(request.routeOptions.url ?? '') || isUnderApi(request.url)
}

function isUnderApi(path: string): boolean {
  return (
    path === API_PREFIX || path.startsWith(`${API_PREFIX}/`) || path.startsWith(`${API_PREFIX}?`)
  )
}

/**
 * The URL of a request. One that cannot be decoded is replaced by a URL that matches nothing, because
 * Fastify refuses it before any hook, with its own text and without the common headers.
 */
export function readableUrl(url: string): string {
  const [path = ''] = url.split('?')
  return isDecodable(path) ? url : `${API_PREFIX}/`
}

function isDecodable(path: string): boolean {
  try {
    // The result is used, because the bundler drops a bare call as if it could not throw.
    return typeof decodeURI(path) === 'string'
  } catch {
    return false
  }
}
