/** Tells the server's own answers from those of what lies between: a captive portal, a proxy. */

/** What gateways say in the place of a server, whatever they write beside it. */
const OF_GATEWAYS: readonly number[] = [502, 503, 504, 511]

/**
 * Whether something else answered in the server's place. A server answers with JSON, be it broken, or
 * with nothing, and may refuse with a plain sentence; a page is never its.
 * @param body as it was read: null for an empty one, undefined for one that is no JSON
 */
export function isForeignAnswer(status: number, type: string | null, body: unknown): boolean {
  if (body !== null && body !== undefined) return false
  if (OF_GATEWAYS.includes(status)) return true
  if (body === null) return false
  return status < 400 ? !/json/i.test(type ?? '') : /html|xml/i.test(type ?? '')
}
