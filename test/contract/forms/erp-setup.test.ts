import { describe, expect, test } from 'vitest'
import { downloadForm, ERP_FIELDS, erpSettingsForm, type ErpField } from '#contract/forms.ts'
import { firstProblem } from '#contract/rules.ts'
import { proveForm } from '#test/contract/forms/prove-form.ts'

/** Copied by hand from specification.md section 2, 'ERP Setup', and decisions/product/open-calls.md. */
const fields = [
  ['POSTGRES_DATABASE_URL', 'Database URL', 'shown'],
  ['NETSUITE_ACCOUNT_ID', 'ERP Account ID', 'shown'],
  ['NETSUITE_CONSUMER_KEY', 'Consumer Key', 'shown'],
  ['NETSUITE_CONSUMER_SECRET', 'Consumer Secret', 'masked'],
  ['NETSUITE_TOKEN_ID', 'Token ID', 'shown'],
  ['NETSUITE_TOKEN_SECRET', 'Token Secret', 'masked'],
  ['NETSUITE_BASE_URL', 'Base URL', 'shown'],
] as const

const prefix = 'Please fill in all required fields: '

const good: Record<ErpField, string> = {
  POSTGRES_DATABASE_URL: 'postgres://db/wms',
  NETSUITE_ACCOUNT_ID: '1234567',
  NETSUITE_CONSUMER_KEY: 'ck',
  NETSUITE_CONSUMER_SECRET: 'cs',
  NETSUITE_TOKEN_ID: 'ti',
  NETSUITE_TOKEN_SECRET: 'ts',
  NETSUITE_BASE_URL: 'https://1234567.suitetalk.api.netsuite.com',
}
const blank = Object.fromEntries(fields.map(([key]) => [key, ''])) as Record<ErpField, string>

describe('ERP Setup', () => {
  test('the form has these seven fields in this order, two of them masked', () => {
    expect(
      ERP_FIELDS.map(({ key, label, secret }) => [key, label, secret ? 'masked' : 'shown']),
    ).toEqual(fields)
  })

  test('the form rejects text that cannot be stored', () => {
    expect(firstProblem(erpSettingsForm(), { ...good, NETSUITE_TOKEN_ID: 'a\u0000' })).toEqual({
      field: 'NETSUITE_TOKEN_ID',
      message: 'Text cannot contain NUL',
    })
  })

  test('the form accepts all seven fields and trims them', () => {
    const padded = { ...good, NETSUITE_ACCOUNT_ID: ' 1234567\t' }
    expect(erpSettingsForm().parse(padded)).toEqual(good)
  })

  test.each(fields)('%s: the message names a missing one %s', (key, label) => {
    for (const value of ['', '   ', '\t'])
      expect(firstProblem(erpSettingsForm(), { ...good, [key]: value })).toEqual({
        field: key,
        message: `${prefix}${label}`,
      })
  })

  test('one message names all missing fields, in the order of the screen', () => {
    expect(firstProblem(erpSettingsForm(), blank)?.message).toBe(
      `${prefix}Database URL, ERP Account ID, Consumer Key, Consumer Secret, Token ID, Token Secret, Base URL`,
    )
    const two = { ...good, NETSUITE_BASE_URL: '', NETSUITE_TOKEN_ID: ' ' }
    expect(firstProblem(erpSettingsForm(), two)).toEqual({
      field: 'NETSUITE_TOKEN_ID',
      message: `${prefix}Token ID, Base URL`,
    })
  })

  test('fields that are set already may stay blank', () => {
    const all = new Set(fields.map(([key]) => key))
    expect(firstProblem(erpSettingsForm(all), blank)).toBeNull()
    all.delete('NETSUITE_CONSUMER_KEY')
    expect(firstProblem(erpSettingsForm(all), blank)).toEqual({
      field: 'NETSUITE_CONSUMER_KEY',
      message: `${prefix}Consumer Key`,
    })
  })
})

describe('Download', () => {
  proveForm({
    form: downloadForm,
    good: { columns: ['id'], fileName: 'table_data' },
    accepted: [{ columns: ['id', 'name'] }],
    faults: [
      [{ columns: [] }, 'columns', 'Please make at least one column visible before downloading'],
    ],
  })
})
