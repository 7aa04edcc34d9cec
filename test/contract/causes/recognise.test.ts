import { describe, expect, test } from 'vitest'
import { causeCodes, causeFacts } from '#contract/causes/causes.ts'
import { normalText, NORMAL_TEXT_MAX } from '#contract/causes/normal-text.ts'
import { causeOf } from '#contract/causes/recognise.ts'
import { exceptionTexts } from '#contract/texts/exception-texts.ts'
import { netsuite } from '#test/contract/causes/corpus/netsuite.ts'
import { others } from '#test/contract/causes/corpus/others.ts'
import type { Sample } from '#test/contract/causes/corpus/sample.ts'
import { samples } from '#test/contract/causes/corpus/samples.ts'
import { server } from '#test/contract/causes/corpus/server.ts'

const MESSAGES = 403
const MAX_WRONG_SHARE = 0.05

const recognised = ([, message, code]: Sample): string => {
  const cause = causeOf({ code: code ?? null, message })
  return cause.startsWith('text:') ? 'text' : cause
}

describe('the corpus of messages', () => {
  test(`has ${String(MESSAGES)} messages, of every source and of every cause that a message can have`, () => {
    expect(samples).toHaveLength(MESSAGES)
    expect(new Set(samples.map(([, message, code]) => `${message}|${code ?? ''}`)).size).toBe(
      MESSAGES,
    )
    for (const source of [netsuite, server, others]) expect(source.length).toBeGreaterThan(80)
    const without = causeCodes.filter((code) => !samples.some(([cause]) => cause === code))
    expect(without).toEqual(['balance'])
  })

  test('at least 95 % are recognised as the cause that they belong to', () => {
    const wrong = samples.filter((sample) => recognised(sample) !== sample[0])
    const told = wrong.map((sample) => `${sample[1]}: ${recognised(sample)}, not ${sample[0]}`)
    expect(told.slice(MESSAGES * MAX_WRONG_SHARE)).toEqual([])
  })
})

describe('the causes', () => {
  test('each has words, and says what to sync where only a sync helps', () => {
    expect(Object.keys(exceptionTexts.causes).toSorted()).toEqual(causeCodes.toSorted())
    for (const code of causeCodes) {
      const { retry, sync } = causeFacts(code)
      expect([code, sync !== undefined]).toEqual([code, retry === 'after-sync'])
    }
  })

  test('a failure without words has no answer, and unknown words are their own cause', () => {
    expect(causeOf({ message: null })).toBe('no-answer')
    expect(causeOf({ message: ' ' })).toBe('no-answer')
    expect(causeOf({ message: 'Approval of Q-17 is pending' })).toBe(
      'text:approval of # is pending',
    )
  })

  test('a clear code decides before the words, and a vague one after them', () => {
    const message = 'The bin A-1 is inactive'
    expect(causeOf({ code: 'CONCURRENCY_LIMIT_EXCEEDED', message })).toBe('busy')
    expect(causeOf({ code: 'INVALID_CONTENT', message })).toBe('bin-inactive')
    expect(causeOf({ message: 'CONCURRENCY_LIMIT_EXCEEDED: please wait' })).toBe('busy')
  })
})

describe('a normalised text', () => {
  test.each([
    ['Approve "Blue paint" by 3 Feb 2026 at 10:42 PM', 'approve # by # at #'],
    ['Order SO-1044/7, line 2 of 12', 'order #, line # of #'],
    ["Field 'quantity' of 'BOLT'", 'field quantity of #'],
    ['see https://a.example/x?y=1 or ask me@a.example', 'see # or ask #'],
    ['1b4e28ba-2fa1-11d2-883f-0016d3cca427', '#'],
    ['-12.50 EUR; +3', '# eur; #'],
  ])('%s becomes %s', (message, expected) => {
    expect(normalText(message)).toBe(expected)
  })

  test('is cut to its limit', () => {
    expect(normalText('pending '.repeat(100)).length).toBeLessThanOrEqual(NORMAL_TEXT_MAX)
  })

  test('is never cut within a character, because a call that names half of one is refused', () => {
    const kept = 'x'.repeat(NORMAL_TEXT_MAX - 1)
    expect(normalText(`${kept}\u{1F4E6}`)).toBe(kept)
  })
})
