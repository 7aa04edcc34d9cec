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
