/**
 * Which cause a message has: by NetSuite's code, as a sentence of this server, else by its words, else by its
 * normalised text.
 */
import type { CauseCode, CauseId } from '#contract/causes/causes.ts'
import { normalText } from '#contract/causes/normal-text.ts'
import { CODES, VAGUE_CODES } from '#contract/causes/codes.ts'
import { ownCauseOf } from '#contract/causes/own-sentences.ts'
import { WORDS } from '#contract/causes/words.ts'

/** What is known of a failure. */
export interface Failure {
  /** `o:errorCode`, if the answer has one. */
  readonly code?: string | null
  readonly message: string | null
}

/** A code of NetSuite inside a text, such as `USER_ERROR` or `INVALID_KEY_OR_REF`. */
const CODE_IN_TEXT = /\b[A-Z]{2,}(?:_[A-Z]+)+\b|\binvalid_token\b/g

/** Keeps what was recognised of a text: most failures repeat it, or differ in ids only. */
const known = new Map<string, CauseId>()
const MAX_KNOWN = 2_000

/** The cause of a failure. A failure without a message has the cause `no-answer`. */
export function causeOf({ code = null, message }: Failure): CauseId {
  const text = message?.trim() ?? ''
  if (text === '' && code === null) return 'no-answer'
  const key = `${code ?? ''}|${text}`
  const before = known.get(key)
  if (before !== undefined) return before
  const cause = recognise(code, text)
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(key, cause)
  return cause
}

function recognise(code: string | null, text: string): CauseId {
  const given = code === null ? [] : [code]
  const codes = [...given, ...(text.match(CODE_IN_TEXT) ?? [])]
  const normal = normalText(text)
  return (
    firstIn(CODES, given) ??
    // Before the codes in the text: a name may look like one.
    ownCauseOf(text) ??
    firstIn(CODES, codes) ??
    WORDS.find(([sign]) => sign.test(normal))?.[1] ??
    firstIn(VAGUE_CODES, codes) ??
    `text:${normal}`
  )
}

function firstIn(
  table: Readonly<Record<string, CauseCode>>,
  codes: readonly string[],
): CauseCode | undefined {
  const code = codes.find((one) => Object.hasOwn(table, one))
  return code === undefined ? undefined : table[code]
}
