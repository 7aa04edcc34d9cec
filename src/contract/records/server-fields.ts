/**
 * Fields of a record that the server gives and no device: what the ERP answered, who recorded it and
 * when (decisions/console/reading-records.md). The console reads them by these names, and the server takes none of them from
 * a device.
 */
import { plainName } from '#contract/records/plain-name.ts'
import { USERNAME_FIELDS } from '#contract/records/reports.ts'

/** The whole answer of the ERP. */
export const RESPONSE_FIELDS = ['netsuite_response', 'erp_response'] as const

/** Whether the ERP took the record: decides where it is given. */
export const SUCCESS_FLAG_FIELDS = [
  'netsuite_acknowledgement_success',
  'netsuite_acknowledgment_success',
] as const

/** The acknowledgment beside the answer, or within it. */
export const ACKNOWLEDGMENT_FIELDS = [
  'netsuite_acknowledgment',
  'netsuite_acknowledgement',
] as const

/** The acknowledgment within an answer alone. */
export const INNER_ACKNOWLEDGMENT_FIELDS = ['acknowledgment', 'acknowledgement'] as const

/** When a record was made. The mobile app may say `created_at` of the record itself, and no other of them. */
export const CREATED_FIELDS = ['created_at', 'created_on', 'created_time'] as const

/** When a record was last changed. */
export const UPDATED_FIELDS = ['updated_at', 'updated_on', 'updated_time'] as const

const ANSWER_NAMES = new Set<string>([...RESPONSE_FIELDS, ...SUCCESS_FLAG_FIELDS].map(plainName))

/** Whether a field says what the ERP answered, in whatever letters and with whatever around 'acknowledgment'. */
export function isAnswerField(field: string): boolean {
  const plain = plainName(field)
  return ANSWER_NAMES.has(plain) || /acknowledge?ment/.test(plain)
}

const WHO_AND_WHEN = new Set<string>(
  [...USERNAME_FIELDS, ...CREATED_FIELDS, ...UPDATED_FIELDS].map(plainName),
)

/** Whether only the server gives a field, in whatever letters it is written. */
export function isServerField(field: string): boolean {
  return WHO_AND_WHEN.has(plainName(field)) || isAnswerField(field)
}
