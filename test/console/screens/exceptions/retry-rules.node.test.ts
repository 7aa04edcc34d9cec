import { expect, test } from 'vitest'
import { exceptionTexts } from '#contract/texts/exception-texts.ts'
import { causeWords } from '#console/screens/exceptions/retry-rules.ts'

test('a cause that was not recognised is named by its message, in one line', () => {
  expect(causeWords('text:script failed', 'Script\n  failed').title).toBe('Script failed')
})

test('a page that a gateway answered names its cause by the beginning', () => {
  const { title } = causeWords('text:page', `<html>${'a'.repeat(10_000)}`)
  expect(title).toBe(`<html>${'a'.repeat(154)}…`)
})

test('no letter is cut in half', () => {
  expect(causeWords('text:boxes', '📦'.repeat(200)).title).toBe(`${'📦'.repeat(160)}…`)
})

test('a recognised cause has its own words, whatever the message', () => {
  expect(causeWords('bin-inactive', 'x')).toBe(exceptionTexts.causes['bin-inactive'])
})
