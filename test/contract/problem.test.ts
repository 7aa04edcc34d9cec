import { describe, expect, test } from 'vitest'
import { Problem, problem, problemIssues, problemText } from '#contract/problem.ts'

/** Answers of servers with the calls of section 7 (decisions/product/other-servers.md), and the sentence in each. */
const sentences: readonly [what: string, body: unknown, sentence: string | null][] = [
  ['a detail text', { detail: 'Not Found' }, 'Not Found'],
  ['a message', { message: 'Busy' }, 'Busy'],
  ['an error', { error: 'Broken' }, 'Broken'],
  ['a message in data', { data: { message: 'Inside' } }, 'Inside'],
  ['detail before message', { message: 'M', detail: 'D' }, 'D'],
  ['message before error', { error: 'E', message: 'M' }, 'M'],
  ['an empty detail gives way', { detail: '', message: 'M' }, 'M'],
  ['a blank detail gives way', { detail: '  ', message: 'M' }, 'M'],
  ['an empty list gives way', { detail: [], message: 'M' }, 'M'],
  ['a list of issues', { detail: [{ msg: 'A' }, { msg: 'B' }] }, 'A, B'],
  ['a list of texts', { detail: ['A', 'B'] }, 'A, B'],
  ['a list with a hole', { detail: [{ msg: 'A' }, {}, null, { msg: 'B' }] }, 'A, B'],
  ['an object with a message', { detail: { code: 'DUP', message: 'Taken' } }, 'Taken'],
  ['an object with a detail', { detail: { detail: 'Deep' } }, 'Deep'],
  ['an object without a sentence', { detail: { code: 'DUP' } }, null],
  ['a validator of pydantic', { detail: [{ msg: 'Value error, no spaces' }] }, 'no spaces'],
  ['an assertion of pydantic', { detail: [{ msg: 'Assertion failed, too old' }] }, 'too old'],
  ['a prefix in a text', { detail: 'Value error, no spaces' }, 'no spaces'],
  ['a number', { detail: 42 }, null],
  ['an empty body', undefined, null],
  ['null', null, null],
  ['an empty object', {}, null],
  ['a page of a proxy', '<html><body>502 Bad Gateway</body></html>', null],
  ['plain text of a crash', 'Internal Server Error', null],
  ['a bare list', [{ msg: 'A' }], null],
]

describe('the sentence of an error answer', () => {
  test.each(sentences)('%s', (_what, body, sentence) => {
    expect(problemText(body)).toBe(sentence)
  })

  test('the search for the sentence can be limited to some fields, in their order', () => {
    const body = { detail: 'D', message: 'M', error: 'E' }
    expect(problemText(body, ['message', 'detail'])).toBe('M')
    expect(problemText(body, ['error'])).toBe('E')
    expect(problemText({ error: 'E' }, ['detail'])).toBeNull()
    expect(problemText({ data: { message: 'M' } }, ['detail'])).toBeNull()
  })

  test('the sentence never repeats the input, because that may be a password', () => {
    const body = {
      detail: [
        {
          type: 'value_error',
          loc: ['body'],
          msg: 'Value error, Passwords do not match',
          input: { password: 'hunter2', confirm_password: 'hunter3' },
        },
      ],
    }
    expect(problemText(body)).toBe('Passwords do not match')
    expect(JSON.stringify(problemIssues(body))).not.toContain('hunter')
  })
})

describe('the issues of a 422', () => {
  const rows: readonly [what: string, loc: unknown, path: string][] = [
    ['the body is no part of the path', ['body', 'company_email'], 'company_email'],
    ['nor is the query', ['query', 'since'], 'since'],
    ['nor the path', ['path', 'username'], 'username'],
    ['nor a header', ['header', 'authorization'], 'authorization'],
    ['numbers are positions in a list', ['body', 'items', 2, 'name'], 'items.2.name'],
    ['a field may be called body', ['body', 'body'], 'body'],
    ['a path without a place', ['company_email'], 'company_email'],
    ['a rule of the whole body has no path', ['body'], ''],
    ['no path at all', undefined, ''],
  ]

  test.each(rows)('%s', (_what, loc, path) => {
    expect(problemIssues({ detail: [{ loc, msg: 'Wrong', type: 'x' }] })).toEqual([
      { path, text: 'Wrong' },
    ])
  })

  test('the issues keep their order and lose the prefixes of Pydantic', () => {
    const body = {
      detail: [
        { loc: ['body', 'b'], msg: 'Value error, second', type: 'value_error' },
        { loc: ['body', 'a'], msg: 'field required', type: 'value_error.missing' },
      ],
    }
    expect(problemIssues(body)).toEqual([
      { path: 'b', text: 'second' },
      { path: 'a', text: 'field required' },
    ])
  })

  test('an issue may be plain text without a path', () => {
    expect(problemIssues({ detail: ['A', { msg: 'B' }] })).toEqual([
      { path: '', text: 'A' },
      { path: '', text: 'B' },
    ])
  })

  test.each([
    [undefined],
    [null],
    [{}],
    ['text'],
    [[]],
    [{ detail: 'text' }],
    [{ detail: [{}] }],
    [{ detail: [null] }],
  ])('%j has no issues', (body) => {
    expect(problemIssues(body)).toEqual([])
  })
})

describe('our own error answers', () => {
  test('our error answers follow FastAPI: a text, or a list of issues', () => {
    expect(problem('No.')).toEqual({ detail: 'No.' })
    expect(Problem.safeParse(problem('No.')).success).toBe(true)
    const issue = { loc: ['body', 0], msg: 'Wrong', type: 'value_error' }
    expect(Problem.safeParse({ detail: [issue] }).success).toBe(true)
    expect(Problem.safeParse({ detail: [{ msg: 'Wrong' }] }).success).toBe(false)
    expect(Problem.safeParse({ message: 'No.' }).success).toBe(false)
  })
})
