/** Tells dates of what is still to come from dates of what has been. */

/** Whole words of a name; NetSuite writes some of its names as one word, such as `duedate`. */
const AHEAD =
  /(^|_)(expected|estimated|promised|planned|scheduled|requested|due|eta)(_|$|[a-z]*date)/

/** Whether a column has dates that lie ahead, by the name of its field. */
export function isFutureDate(id: string): boolean {
  return AHEAD.test(id.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toLowerCase())
}
