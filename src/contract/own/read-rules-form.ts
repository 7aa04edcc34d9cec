/** The form of what is read: as typed, and checked like the rules that it becomes (decisions/server/read-rules.md). */
import { z } from 'zod/mini'
import { CHANGED_WITHIN_MAX_DAYS } from '#contract/constants.ts'
import {
  CustomField,
  faultOfFields,
  MAX_CUSTOM_FIELDS,
  ReadRules,
} from '#contract/own/read-rules.ts'
import { readRulesTexts } from '#contract/texts/own/read-rules-texts.ts'

/** Days and custom fields may be incomplete while somebody types. */
export type RulesDraft = Omit<ReadRules, 'changed_within_days' | 'fields'> & {
  readonly changed_within_days: string
  readonly fields: readonly CustomField[]
}

export function draftOf(rules: ReadRules): RulesDraft {
  const { changed_within_days: days } = rules
  return { ...rules, changed_within_days: days === null ? '' : String(days) }
}

/** @throws if the draft breaks a rule of `readRulesForm` */
export function rulesOf(draft: RulesDraft): ReadRules {
  const days = draft.changed_within_days.trim()
  return ReadRules.parse({ ...draft, changed_within_days: days === '' ? null : Number(days) })
}

/** One message at a time, on its field. */
export const readRulesForm = z.custom<RulesDraft>().check((context) => {
  const draft = context.value
  const fail = (field: keyof RulesDraft, message: string): void => {
    context.issues.push({ code: 'custom', message, path: [field], input: draft })
  }
  const days = draft.changed_within_days.trim()
  if (
    days !== '' &&
    !(/^\d{1,4}$/.test(days) && Number(days) >= 1 && Number(days) <= CHANGED_WITHIN_MAX_DAYS)
  )
    return fail('changed_within_days', readRulesTexts.badDays)
  const message = faultOfDraft(draft.fields)
  return message === null ? undefined : fail('fields', message)
})

function faultOfDraft(fields: readonly CustomField[]): string | null {
  const blank = fields.some(({ column, name }) => name.trim() === '' || column.trim() === '')
  if (blank) return readRulesTexts.fieldMissing
  if (fields.length > MAX_CUSTOM_FIELDS) return readRulesTexts.tooMany(MAX_CUSTOM_FIELDS)
  // Checked as they are sent: an ID in capitals or with a blank around it is the same field.
  const sent: CustomField[] = []
  for (const field of fields) {
    const read = CustomField.safeParse(field)
    if (!read.success) return readRulesTexts.badColumn(field.column)
    sent.push(read.data)
  }
  return faultOfFields(sent)
}
