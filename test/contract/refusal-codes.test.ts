/** Every sentence with which the server refuses has a code of its own, and the document of codes lists them all. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { STEP_UP_CODE } from '#contract/constants.ts'
import { faults } from '#contract/faults.ts'
import { Problem } from '#contract/problem.ts'
import {
  codedSentences,
  codeOf,
  kebab,
  OTHER_CODES,
  type ValuedKey,
  valuedKeys,
  worded,
} from '#contract/own/refusal-codes.ts'
import { refusals } from '#contract/refusals.ts'
import { ERP_FAULT_KINDS } from '#server/erp/transport/fault.ts'
import { erpCode } from '#server/http/erp-http-error.ts'

const documented = tableRows(readFileSync('src/docs/error-codes.md', 'utf8'))
const otherCodes = [...Object.values(OTHER_CODES), ...ERP_FAULT_KINDS.map(erpCode)]

/** A sentence with the names of its values in braces. */
function templateOf(key: ValuedKey): string {
  const names = new Proxy({}, { get: (_target, name) => `{${String(name)}}` })
  return (refusals[key] as (values: object) => string)(names)
}

/** The rows of the tables in a document, cell by cell, without headings. */
function tableRows(text: string): string[][] {
  const rows = text.split('\n').filter((line) => line.startsWith('| `'))
  return rows.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  )
}

describe('codes of refusals', () => {
  test('each sentence has one code, and no two share one', () => {
    const sentences = [
      ...codedSentences.map(([sentence]) => sentence),
      ...valuedKeys.map(templateOf),
    ]
    const codes = [
      ...codedSentences.map(([, code]) => code),
      ...valuedKeys.map(kebab),
      ...otherCodes,
    ]
    expect(sentences.length).toBeGreaterThan(80)
    expect(new Set(sentences).size).toBe(sentences.length)
    expect(new Set(codes).size).toBe(codes.length)
    expect(codes.filter((code) => !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(code))).toEqual([])
  })

  test.each([
    [refusals.viewMissing, 'view-missing'],
    [refusals.databaseUnfit['not-utf8'], 'database-unfit-not-utf8'],
    [refusals.stepUpNeeded, STEP_UP_CODE],
    [faults.createAdmin.duplicate, 'admin-exists'],
  ])('%s is %s', (sentence, code) => {
    expect(codeOf(sentence)).toBe(code)
  })

  test('a sentence of no catalogue has no code', () => {
    expect(codeOf('It rains.')).toBeUndefined()
  })

  test('a sentence with values brings them along', () => {
    expect(worded('throttled', { minutes: 1 })).toEqual({
      detail: 'Too many attempts. Please try again in 1 minute.',
      code: 'throttled',
      params: { minutes: 1 },
    })
  })

  test('an error answer of ours is one that the contract describes', () => {
    const { success } = Problem.safeParse(worded('viewReaderMissing', { name: 'ada' }))
    expect(success).toBe(true)
  })

  test('the document lists every code with its sentence', () => {
    const isWorded = (code = ''): boolean => !otherCodes.includes(code)
    const listed = documented.filter(([code]) => isWorded(code)).map(String)
    const others = documented.flatMap(([code = '']) => (isWorded(code) ? [] : [code]))
    const expected = [
      ...codedSentences.map(([sentence, code]) => String([code, sentence])),
      ...valuedKeys.map((key) => String([kebab(key), templateOf(key)])),
    ]
    expect(new Set(listed)).toEqual(new Set(expected))
    expect(new Set(others)).toEqual(new Set(otherCodes))
    expect(new Set(documented.map(([code]) => code)).size).toBe(documented.length)
  })
})
