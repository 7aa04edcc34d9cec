import { describe, expect, test } from 'vitest'
import { type CustomField, MAX_CUSTOM_FIELDS, NO_RULES } from '#contract/own/read-rules.ts'
import { draftOf, readRulesForm, rulesOf } from '#contract/own/read-rules-form.ts'
import { firstProblem } from '#contract/rules.ts'

const field = (column: string, name = 'Zone'): CustomField => ({
  list: 'bins',
  name,
  column,
  kind: 'text',
})
const draftWith = (fields: readonly CustomField[]) => ({ ...draftOf(NO_RULES), fields })

describe('What to read', () => {
  test.each([' custrecord_zone', 'CUSTRECORD_ZONE', '\tCustRecord_Zone '])(
    'a field ID copied as %j is accepted, and becomes a rule as NetSuite writes it',
    (column) => {
      const draft = draftWith([field(column)])
      expect(firstProblem(readRulesForm, draft)).toBeNull()
      expect(rulesOf(draft).fields).toEqual([field('custrecord_zone')])
    },
  )

  test('one field in two spellings is listed twice', () => {
    const draft = draftWith([field('custrecord_zone'), field('CUSTRECORD_ZONE', 'Area')])
    expect(firstProblem(readRulesForm, draft)?.message).toBe('Area is listed twice.')
  })

  test('more custom fields than can be sent are refused in the form, with the limit', () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, at) => field(`custrecord_${at}`, `Zone ${at}`))
    const full = draftWith(many(MAX_CUSTOM_FIELDS))
    expect(firstProblem(readRulesForm, full)).toBeNull()
    expect(rulesOf(full).fields).toHaveLength(MAX_CUSTOM_FIELDS)
    expect(firstProblem(readRulesForm, draftWith(many(MAX_CUSTOM_FIELDS + 1)))).toEqual({
      field: 'fields',
      message: 'You can read at most 30 custom fields. Remove some to save.',
    })
  })
})
