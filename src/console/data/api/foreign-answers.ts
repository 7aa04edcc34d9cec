/** Tells the server's own answers from those of a captive portal or a proxy. */

/** Statuses that gateways send in place of the server, whatever the body. */
const OF_GATEWAYS: readonly number[] = [502, 503, 504, 511]

/**
 * Whether something else answered in the server's place. The server answers with JSON, even if it
 * is broken, or with an empty body, and may refuse with a plain sentence; it never sends a page.
 * @param body the parsed body: null if it is empty, undefined if it is not JSON
 */
export function isForeignAnswer(status: number, type: string | null, body: unknown): boolean {
  if (body !== null && body !== undefined) return false
  if (OF_GATEWAYS.includes(status)) return true
  if (body === null) return false
  return status < 400 ? !/json/i.test(type ?? '') : /html|xml/i.test(type ?? '')
}
