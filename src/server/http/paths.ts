import type { FastifyRequest } from 'fastify'
import { API_PREFIX } from '#contract/constants.ts'

/** Whether a request is a call, answered or not, rather than for a file of the console. */
export function isApi(request: FastifyRequest): boolean {
  return isUnderApi(request.routeOptions.url ?? '') || isUnderApi(request.url)
}

function isUnderApi(path: string): boolean {
  return (
    path === API_PREFIX || path.startsWith(`${API_PREFIX}/`) || path.startsWith(`${API_PREFIX}?`)
  )
}

/**
 * The address of a request, or one under which nothing is where it cannot be decoded: Fastify refuses
 * that before any hook, in words of its own and without the headers of every answer.
 */
export function readableUrl(url: string): string {
  const [path = ''] = url.split('?')
  try {
    decodeURI(path)
    return url
  } catch {
    return `${API_PREFIX}/`
  }
}
