/**
 * Fields of a record that only the server sets: the ERP's answer, who recorded it and when
 * (decisions/console/reading-records.md). The console reads them by these names, and the server drops them from what a
 * device sends.
 */
import { plainName } from '#contract/records/plain-name.ts'
import { USERNAME_FIELDS } from '#contract/records/reports.ts'

/** The whole answer of the ERP. */
export const RESPONSE_FIELDS = ['netsuite_response', 'erp_response'] as const

/** Whether the ERP accepted the record; takes precedence if given. */
export const SUCCESS_FLAG_FIELDS = [
  'netsuite_acknowledgement_success',
  'netsuite_acknowledgment_success',
] as const

/** The acknowledgment, next to the answer or inside it. */
export const ACKNOWLEDGMENT_FIELDS = [
  'netsuite_acknowledgment',
  'netsuite_acknowledgement',
] as const

/** The acknowledgment inside an answer only. */
export const INNER_ACKNOWLEDGMENT_FIELDS = ['acknowledgment', 'acknowledgement'] as const

/** When a record was made. The mobile app may send `created_at` of the record itself, but none of the others. */
export const CREATED_FIELDS = ['created_at', 'created_on', 'created_time'] as const

/** When a record was last changed. */
export const UPDATED_FIELDS = ['updated_at', 'updated_on', 'updated_time'] as const

const ANSWER_NAMES = new Set<string>([...RESPONSE_FIELDS, ...SUCCESS_FLAG_FIELDS].map(plainName))

/** Whether a field holds the ERP's answer, in any spelling and with anything around 'acknowledgment'. */
export function isAnswerField(field: string): boolean {
  const plain = plainName(field)
  return ANSWER_NAMES.has(plain) || /acknowledge?ment/.test(plain)
}

const WHO_AND_WHEN = new Set<string>(
  [...USERNAME_FIELDS, ...CREATED_FIELDS, ...UPDATED_FIELDS].map(plainName),
)

/** Whether only the server sets a field, in any spelling. */
export function isServerField(field: string): boolean {
  return WHO_AND_WHEN.has(plainName(field)) || isAnswerField(field)
}
