/** Whether a value reports success, as apps and NetSuite write it. */
import { plainValueOf } from '#console/rows/loose/loose.ts'

const YES =
  /^(y|yes|t|true|ok|success|succeeded|successful|successfully|booked|created|done|completed?)$/i
const NO =
  /^(n|no|f|false|fail|failed|failure|error|errors|unsuccessful|refused|rejected|denied|invalid|exception|aborted|cancell?ed)$/i
const BEGINS_WITH_NO = /^(error|failed|failure|exception)\b/i

/** Queued at NetSuite, which is not an acknowledgment (erp.md section 7). */
const ACCEPTED = 202

/** Null if it says neither, such as 'pending'; a number is 0 or 1, or an HTTP status. */
export function successOf(value: unknown): boolean | null {
  const plain = plainValueOf(value)
  if (typeof plain === 'boolean' || plain === null) return plain
  const text = String(plain).trim()
  if (YES.test(text)) return true
  if (NO.test(text)) return false
  return /^-?\d+$/.test(text) ? statusOf(Number(text)) : null
}

/** The same for a text without further fields: 'Error: the bin is inactive' is a failure. */
export function successOfText(text: string): boolean | null {
  return BEGINS_WITH_NO.test(text.trim()) ? false : /[a-z]/i.test(text) ? successOf(text) : null
}

function statusOf(number: number): boolean | null {
  if (number === 1 || (number >= 200 && number < 300 && number !== ACCEPTED)) return true
  return number <= 0 || number >= 400 ? false : null
}
