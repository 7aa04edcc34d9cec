import { describe, expect, test } from 'vitest'
import { usernameOf } from '#console/rows/loose/username.ts'
import { USERNAME_FIELDS, USERNAME_PLACES } from '#contract/records/reports.ts'

describe('the person behind a record', () => {
  test('the person is looked for under the names and in the places of the decisions', () => {
    expect([...USERNAME_FIELDS]).toEqual([
      'username',
      'user',
      'user_name',
      'userName',
      'user_id',
      'userId',
      'created_by',
      'createdBy',
      'operator',
      'operator_name',
    ])
    expect([...USERNAME_PLACES]).toEqual([
      'bin_data',
      'item_data',
      'inbound_data',
      'details',
      'netsuite_response',
    ])
  })

  test.each(USERNAME_FIELDS)('the person is found under %s at the top level', (field) => {
    expect(usernameOf({ id: 1, [field]: 'pat' })).toBe('pat')
  })

  const inside = USERNAME_PLACES.flatMap((place) =>
    USERNAME_FIELDS.map((field) => [place, field] as const),
  )
  test.each(inside)(
    'the person is found in %s under %s: in an object, a list or a JSON text',
    (place, field) => {
      const object = { [field]: 'pat' }
      expect(usernameOf({ id: 1, [place]: object })).toBe('pat')
      expect(usernameOf({ id: 1, [place]: [{}, object] })).toBe('pat')
      expect(usernameOf({ id: 1, [place]: JSON.stringify(object) })).toBe('pat')
      expect(usernameOf({ id: 1, [place]: JSON.stringify([object]) })).toBe('pat')
    },
  )

  const order: readonly [what: string, record: Record<string, unknown>, name: string | null][] = [
    ['an earlier name first', { operator: 'olga', user: 'una' }, 'una'],
    ['the top level first', { operator: 'olga', bin_data: { username: 'una' } }, 'olga'],
    ['an earlier place first', { details: { user: 'd' }, item_data: { user: 'i' } }, 'i'],
    ['past an empty text', { username: '', user: ' ', created_by: 'cleo' }, 'cleo'],
    ['past nothing', { username: null, user: undefined, userId: 'u7' }, 'u7'],
    ['a number', { user_id: 17 }, '17'],
    ['an object by its username', { user: { name: 'N', username: 'u' } }, 'u'],
    ['an object by its name', { user: { name: 'Nadia' } }, 'Nadia'],
    ['an object without either by its id', { user: { id: 4 } }, '4'],
    ['a name anywhere before an id', { user: { id: 4 }, details: { operator: 'olga' } }, 'olga'],
    ['an object by its other names', { user: { first_name: 'Una', last_name: 'Ore' } }, 'Una Ore'],
    ['an object within an object', { created_by: { user: '{"name":"una"}' } }, 'una'],
    ['an item of a bin', { bin_data: [{ itemData: [{ userName: 'una' }] }] }, 'una'],
    ['texts in a list by the first', { username: ['una', 'olga'] }, 'una'],
    ["past a 'null' that is a text", { username: 'null', operator: 'olga' }, 'olga'],
    ['a list of people by the first', { user: [{ username: 'a' }, { username: 'b' }] }, 'a'],
    ['text that only looks like JSON', { bin_data: '{broken', details: { user: 'd' } }, 'd'],
    ['text that is no JSON', { bin_data: 'username' }, null],
    ['a yes is no name', { username: true }, null],
    ['nothing at all', { id: 3 }, null],
  ]
  test.each(order)('the person is read carefully: %s', (_what, record, name) => {
    expect(usernameOf(record)).toBe(name)
  })
})
