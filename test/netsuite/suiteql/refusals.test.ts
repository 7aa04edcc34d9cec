import { expect, test } from 'vitest'
import { runOn, smallWarehouse } from '#test/netsuite/support/small-account.ts'

const run = runOn(smallWarehouse())

test.each([
  ['', 'near position 1'],
  ['SELECT', 'near position 7'],
  ['DELETE FROM bin', 'near position 1'],
  ['SELECT id', 'near position 10'],
  ['SELECT id FROM bin;', 'Unexpected character at 19'],
  ['SELECT * FROM bin', 'near position 8'],
  ['SELECT id FROM bins', 'Invalid search type: bins.'],
  [
    'SELECT id, colour FROM bin',
    "Unknown identifier 'colour'. Available identifiers are: {bin=bin}.",
  ],
  [
    'SELECT b.colour FROM bin b',
    "Unknown identifier 'b.colour'. Available identifiers are: {b=bin}.",
  ],
  ['SELECT c.id FROM bin b', "Unknown identifier 'c.id'"],
  ['SELECT bin.id FROM bin b', "Unknown identifier 'bin.id'"],
  ['SELECT constructor FROM bin', "Unknown identifier 'constructor'"],
  ['SELECT id FROM constructor', 'Invalid search type: constructor.'],
  ['SELECT id FROM bin WHERE colour = 1', "Unknown identifier 'colour'"],
  ['SELECT id FROM bin ORDER BY colour', "Unknown identifier 'colour'"],
  ['SELECT lastmodifieddate FROM bin', "Unknown identifier 'lastmodifieddate'"],
  ['SELECT id FROM bin b JOIN item i ON b.id = i.id', "'id' is ambiguous"],
  ['SELECT b.id FROM bin b JOIN item i ON b.id = b.location', 'Join condition is not supported'],
  ['SELECT b.id FROM bin b, item i', 'near position 23'],
  ['SELECT id FROM bin LIMIT 10', 'near position 20'],
  ['SELECT id FROM bin ORDER BY id OFFSET 10 ROWS', 'near position 32'],
  ['SELECT id FROM bin FETCH FIRST ROWS ONLY', 'near position'],
  ['SELECT id FROM bin WHERE', 'near position 25'],
  ['SELECT id FROM bin WHERE (id = 1', 'near position 33'],
  ['SELECT id FROM bin WHERE id IN (SELECT id, name FROM location)', 'A subquery has one column'],
  ['SELECT id FROM bin WHERE id IN (SELECT colour FROM location)', "Unknown identifier 'colour'"],
  ['SELECT id FROM bin WHERE id LIKE 1', 'near position 29'],
  ['SELECT id FROM bin WHERE id IN ()', 'near position 33'],
  ['SELECT id FROM bin WHERE COUNT(*) > 1', 'COUNT(*) is allowed only in the select list'],
  ['SELECT id, COUNT(*) FROM bin', 'needs a GROUP BY'],
  ['SELECT UPPER(binnumber) FROM bin', 'Function upper is unknown'],
  ["SELECT BUILTIN.DF('x') FROM bin", 'Function builtin.df is unknown or used wrongly'],
  ["SELECT TO_CHAR(id, 'YYYY') FROM bin", 'Function to_char is unknown or used wrongly'],
  ['SELECT -binnumber FROM bin', 'Not a number'],
  ["SELECT id FROM bin WHERE memo = 'open", 'Unexpected character'],
])('the query %s is refused: %s', (query, message) => {
  expect(() => run(query)).toThrow(
    expect.objectContaining({
      status: 400,
      code: 'INVALID_PARAMETER',
      message: expect.stringMatching(/^Invalid search query\. Detailed unprocessed description/),
    }),
  )
  expect(() => run(query)).toThrow(message)
})

test('a table or column that the role cannot see does not exist for it', () => {
  const hidden = new Set<string>()
  const ask = runOn(smallWarehouse(), { hidden })
  expect(ask('SELECT id, memo FROM bin ORDER BY id')).toHaveLength(3)
  hidden.add('item').add('bin.memo')
  expect(() => ask('SELECT id FROM item')).toThrow('Invalid search type: item.')
  expect(() => ask('SELECT id, memo FROM bin ORDER BY id')).toThrow("Unknown identifier 'memo'")
  expect(ask('SELECT id FROM bin ORDER BY id')).toHaveLength(3)
  hidden.clear()
  expect(ask('SELECT id, memo FROM bin ORDER BY id')).toHaveLength(3)
})
