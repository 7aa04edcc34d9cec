import { describe, expect, test } from 'vitest'
import { unwrapList } from '#console/data/api/fetch-collection.ts'

const row = { id: 1 }

describe('the rows of an answer', () => {
  const cases: readonly [what: string, body: unknown, rows: unknown[] | null][] = [
    ['a bare list', [row], [row]],
    ['an empty list', [], []],
    ['a wrapped list', { data: [row] }, [row]],
    ['a wrapped empty list', { data: [] }, []],
    ['a wrapped list with other fields', { data: [row], count: 1, message: 'ok' }, [row]],
    [
      'a map of users',
      { pat: { name: 'Pat' }, kim: { name: 'Kim' } },
      [
        { userid: 'pat', name: 'Pat' },
        { userid: 'kim', name: 'Kim' },
      ],
    ],
    [
      'a wrapped map of users',
      { data: { pat: { name: 'Pat' } } },
      [{ userid: 'pat', name: 'Pat' }],
    ],
    ['a map whose users say their own id', { a: { userid: 'pat' } }, [{ userid: 'pat' }]],
    ['an empty map', {}, []],
    ['entries that are not rows', [row, null, 'text', 5, [row]], [row]],
    ['nothing', null, null],
    ['wrapped nothing', { data: null }, null],
    ['no body at all', undefined, null],
    ['a sentence', { message: 'ok' }, null],
    ['a wrapped sentence', { data: 'none' }, null],
    ['a map with a sentence in it', { pat: { name: 'Pat' }, message: 'ok' }, null],
    ['the HTML of a proxy', '<html><body>Login</body></html>', null],
    ['a number', 17, null],
    ['a yes', true, null],
  ]
  test.each(cases)('the rows of an answer are read from %s', (_what, body, rows) => {
    expect(unwrapList(body, ['userid'])).toEqual(rows)
  })

  test('the rows are the very objects of the answer, not copies', () => {
    expect(unwrapList({ data: [row] }, ['id'])?.[0]).toBe(row)
  })
})
