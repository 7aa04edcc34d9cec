import { describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { OTHER_CODES, worded } from '#contract/own/refusal-codes.ts'
import { refusals } from '#contract/refusals.ts'
import { parseOrThrow, HttpError, unprocessable } from '#server/http/http-error.ts'

const Body = z.object({
  word: z.string(),
  note: z.string('Please enter a note'),
  entries: z.nullish(z.array(z.object({ count: z.number() }))),
  value: z.nullish(z.union([z.string(), z.number(), z.boolean()])),
  flags: z.nullish(z.record(z.string(), z.boolean())),
})
const RIGHT = { word: 'a', note: 'b' }

function messages(body: unknown, schema: z.ZodMiniType = Body): unknown {
  try {
    parseOrThrow(schema, body, 'body')
    return []
  } catch (error) {
    if (!(error instanceof HttpError) || typeof error.detail === 'string') throw error
    return error.detail.map(({ loc, msg }) => [loc.slice(1).join('.'), msg])
  }
}

describe('an HTTP error', () => {
  const issue = { loc: ['body', 'name'], msg: 'Too short', type: 'value_error' }

  test('has the code of its sentence, or the one that it brings with the values of its sentence', () => {
    expect(new HttpError(404, refusals.viewMissing)).toMatchObject({ code: 'view-missing' })
    expect(new HttpError(409, worded('tooManyViews', { most: 7 }))).toMatchObject({
      detail: 'You have 7 views. Delete one first.',
      code: 'too-many-views',
      params: { most: 7 },
    })
  })

  test.each([
    ['one field, by its sentence', [{ ...issue, msg: refusals.viewTooLarge }], 'view-too-large'],
    ['one field, which breaks a rule', [issue], OTHER_CODES.unprocessable],
    ['two fields', [issue, { ...issue, msg: refusals.tooDeep }], OTHER_CODES.unprocessable],
    ['no field', [], OTHER_CODES.unprocessable],
  ])('of a 422 has a code for %s', (_what, issues, code) => {
    expect(new HttpError(422, issues)).toMatchObject({ detail: issues, code })
  })

  test('about one place of a body is a list with one issue, with the values of its sentence', () => {
    const reader = worded('viewReaderMissing', { name: 'ada' })
    expect(unprocessable(['body', 'readers'], reader)).toMatchObject({
      status: 422,
      message: 'There is no admin ada.',
      detail: [{ loc: ['body', 'readers'], msg: 'There is no admin ada.', type: 'value_error' }],
      code: 'view-reader-missing',
      params: { name: 'ada' },
    })
    expect(unprocessable(['body'], refusals.tooDeep)).toMatchObject({ code: 'too-deep' })
  })

  test('cannot be a 422 with a text, nor a sentence without a code', () => {
    // @ts-expect-error a 422 names places
    expect(new HttpError(422, refusals.viewTooLarge)).toBeInstanceOf(HttpError)
    // @ts-expect-error this sentence is in no catalogue
    expect(new HttpError(409, 'It rains.')).toBeInstanceOf(HttpError)
  })
})

describe('what is wrong with a body is said in a sentence', () => {
  test.each([
    ['nothing wrong', RIGHT, []],
    ['a field that is missing', { note: 'b' }, [['word', 'This is missing.']]],
    ['a number for a text', { ...RIGHT, word: 7 }, [['word', 'This must be a text.']]],
    ['a field with its own sentence', { word: 'a' }, [['note', 'Please enter a note']]],
    ['a list for a body', [RIGHT], [['', 'This must be an object.']]],
    ['an object for a list', { ...RIGHT, entries: {} }, [['entries', 'This must be a list.']]],
    [
      'a nested text for a number',
      { ...RIGHT, entries: [{ count: '7' }] },
      [['entries.0.count', 'This must be a number.']],
    ],
    [
      'none of several kinds',
      { ...RIGHT, value: {} },
      [['value', 'This must be a text or a number or true or false.']],
    ],
    ['a list for an object', { ...RIGHT, flags: [] }, [['flags', 'This must be an object.']]],
    [
      'a text for a flag',
      { ...RIGHT, flags: { a: 'x' } },
      [['flags.a', 'This must be true or false.']],
    ],
  ])('a body with %s gets its sentence', (_what, body, expected) => {
    expect(messages(body)).toEqual(expected)
  })

  test('a value that matches neither alternative is reported as not expected', () => {
    expect(() => parseOrThrow(z.enum(['first', 'open']), 'closed', 'body')).toThrow(
      'This value is not valid.',
    )
  })

  test.each([
    ['a field that only one form has is missing', { a: 'x' }, [['b', 'This is missing.']]],
    ['a field of that form is a number', { a: 'x', b: 7 }, [['b', 'This must be a text.']]],
    [
      'all fields of the short form, one of them a number',
      { s: 7 },
      [['s', 'This must be a text.']],
    ],
    ['the short form with a field of the other one', { s: 7, a: 'x' }, [['b', 'This is missing.']]],
    [
      'the short form with a field of neither',
      { s: 'x', c: 1 },
      [['c', 'This field is not known.']],
    ],
    ['nothing', {}, [['s', 'This is missing.']]],
    ['a text for either', 'x', [['', 'This must be an object.']]],
  ])('the alternative with the given fields is meant: %s', (_what, either, expected) => {
    const prefixed = expected.map(([place, msg]) => [
      ['either', place].filter(Boolean).join('.'),
      msg,
    ])
    const Either = z.union([
      z.strictObject({ s: z.string() }),
      z.object({ a: z.string(), b: z.string() }),
    ])
    expect(messages(either, Either)).toEqual(expected)
    expect(messages({ either }, z.object({ either: Either }))).toEqual(prefixed)
  })
})
