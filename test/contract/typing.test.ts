import { describe, expect, test } from 'vitest'
import { keepDigits, keepNoSpaces, keepPersonName, keepUsername } from '#contract/typing.ts'

type Filter = (typed: string) => string

const filters: Record<string, Filter> = {
  username: keepUsername,
  'email, phone or password': keepNoSpaces,
  "person's name": keepPersonName,
  code: (typed) => keepDigits(typed, 6),
}

/** specification.md section 5 and further examples. */
const rows: readonly [field: string, typed: string, kept: string][] = [
  ['username', 'a-b c!d$_1', 'abcd$_1'],
  ['username', 'a-b c_1$!', 'abc_1$'],
  ['username', 'AZaz09_$', 'AZaz09_$'],
  ['username', 'jürgen.müller@x', 'jrgenmllerx'],
  ['username', ' \t\n', ''],
  ['email, phone or password', ' a b@c .d ', 'ab@c.d'],
  ['email, phone or password', 'a b\tc', 'abc'],
  ['email, phone or password', 'a\u00a0b\nc', 'abc'],
  ['email, phone or password', '123 456 78-90', '12345678-90'],
  ['email, phone or password', 'p$w!ö', 'p$w!ö'],
  ["person's name", "a-b'c. 2!@", "a-b'c. 2"],
  ["person's name", '  Ann  Lee ', '  Ann  Lee '],
  ["person's name", 'Zoë O’Hara', 'Zoë O’Hara'],
  ["person's name", 'Drop;Table_$<b>', 'DropTableb'],
  ['code', '123 456', '123456'],
  ['code', '12a34-5', '12345'],
  ['code', '1234567', '123456'],
]

describe('while a person types', () => {
  test.each(rows)('a %s field turns %j into %j', (field, typed, kept) => {
    expect(filters[field]?.(typed)).toBe(kept)
  })

  test.each(Object.entries(filters))('filtering a %s twice changes nothing', (_field, keep) => {
    for (const [, typed] of rows) expect(keep(keep(typed))).toBe(keep(typed))
  })
})
