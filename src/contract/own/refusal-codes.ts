/**
 * The code of each error answer of our server. It stands beside `detail` with the values in the sentence, so that a
 * client can say it in another language (decisions/product/open-calls.md).
 */
import { STEP_UP_CODE } from '#contract/constants.ts'
import { faults } from '#contract/faults.ts'
import type { Problem } from '#contract/problem.ts'
import { refusals } from '#contract/refusals.ts'
import { erpSignInTexts } from '#contract/texts/own/erp-sign-in-texts.ts'
import { readRulesTexts } from '#contract/texts/own/read-rules-texts.ts'

/** The values in a sentence, by name. */
export type Params = NonNullable<Problem['params']>

/** What an error answer says: a sentence, or the issues of a 422, with their code. */
export interface Coded<D = string> {
  readonly detail: D
  readonly code: string
  readonly params?: Params
}

type Refusals = typeof refusals
/** The names of the sentences that need values. */
export type ValuedKey = {
  [K in keyof Refusals]: Refusals[K] extends (values: never) => string ? K : never
}[keyof Refusals]
type Values = { [K in ValuedKey]: Parameters<Refusals[K]>[0] }

/** Sentences that the screens say too, and so are in other catalogues. */
const SHARED = {
  'sign-in-wrong': faults.login.at[401],
  'code-wrong': faults.twoFactorLogin.at[401],
  'first-code-wrong': faults.twoFactorEnable.at[400],
  'reset-token-wrong': faults.resetTokenMissing,
  'admin-exists': faults.createAdmin.duplicate,
  'name-or-email-taken': faults.register.duplicate,
  'user-exists': faults.createUser.duplicate,
  'certificate-missing': erpSignInTexts.noKey,
  'key-unusable': erpSignInTexts.keyUnusable,
  'key-differs': erpSignInTexts.keyDiffers,
  'erp-too-slow': readRulesTexts.tooLate,
} as const

/** Answers whose sentence is made elsewhere: of what a form, a record or NetSuite says. */
export const OTHER_CODES = {
  /** Issues of a form, which have a `type` each. */
  unprocessable: 'unprocessable',
  /** What only the framework refuses. */
  badRequest: 'bad-request',
  recordUnbookable: 'record-unbookable',
  erpAddressRefused: 'erp-address-refused',
  customFieldRefused: 'custom-field-refused',
} as const

/** Names that clients know by another code. */
const KEPT: Readonly<Record<string, string>> = { 'step-up-needed': STEP_UP_CODE }

type TextsIn<T> = T extends string
  ? T
  : T extends (values: never) => string
    ? never
    : { [K in keyof T]: TextsIn<T[K]> }[keyof T]

/** A sentence without values that has a code. */
export type CodedSentence = TextsIn<Refusals> | TextsIn<typeof SHARED>

/** Each sentence without values, with its code. */
export const codedSentences: readonly (readonly [sentence: string, code: string])[] = [
  ...sentencesIn(refusals),
  ...Object.entries(SHARED).map(([code, sentence]) => [sentence, code] as const),
]

/** The names of the sentences with values. */
export const valuedKeys = Object.entries(refusals).flatMap(([key, said]) =>
  typeof said === 'function' ? [key as ValuedKey] : [],
)

const codes: ReadonlyMap<string, string> = new Map(codedSentences)

/** The code of a sentence without values; undefined if it is in no catalogue. */
export function codeOf(sentence: string): string | undefined {
  return codes.get(sentence)
}

/**
 * A sentence with values, and what other languages need to say it.
 * @example worded('viewReaderMissing', { name: 'ada' })
 */
export function worded<K extends ValuedKey>(key: K, values: Values[K]): Coded {
  const sentences: { readonly [V in ValuedKey]: (values: Values[V]) => string } = refusals
  return { detail: sentences[key](values), code: kebab(key), params: { ...values } }
}

/** The code of a name: 'viewReaderMissing' is 'view-reader-missing'. */
export function kebab(key: string): string {
  const code = key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return KEPT[code] ?? code
}

function sentencesIn(texts: object, prefix = ''): (readonly [string, string])[] {
  return Object.entries(texts).flatMap(([key, said]: [string, unknown]) => {
    const code = `${prefix}${kebab(key)}`
    if (typeof said === 'string') return [[said, code] as const]
    return typeof said === 'object' && said !== null ? sentencesIn(said, `${code}-`) : []
  })
}
