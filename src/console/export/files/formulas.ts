/**
 * Detects text that a spreadsheet would run (decisions/console/lists-and-export.md; OWASP, CSV
 * injection).
 */

/**
 * A character that starts a formula, in any width, even after characters that a spreadsheet skips
 * or hides; and a leading tab or line break, after which another cell may begin.
 */
const RUNS = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}\p{Zs}]*[=+\-@＝＋－＠﹦﹢﹣﹫−])/u

/** A negative number in text form is harmless and stays a number. */
const NUMBER = /^-\d+(?:\.\d+)?$/

/** Whether a spreadsheet might treat a text as a formula. */
export function runsAsFormula(text: string): boolean {
  return RUNS.test(text) && !NUMBER.test(text)
}
