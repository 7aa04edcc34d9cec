/** Text that a spreadsheet would run (decisions/console/lists-and-export.md; OWASP, CSV injection). */

/**
 * A sign that begins a formula, also full-width or small and behind what a spreadsheet skips or does
 * not show; and a tab or a line break in front, behind which another cell may begin.
 */
const RUNS = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}\p{Zs}]*[=+\-@＝＋－＠﹦﹢﹣﹫−])/u

/** A negative number that came as text can do no harm and stays a number. */
const NUMBER = /^-\d+(?:\.\d+)?$/

/** Whether a spreadsheet might take a text for a formula. */
export function runsAsFormula(text: string): boolean {
  return RUNS.test(text) && !NUMBER.test(text)
}
