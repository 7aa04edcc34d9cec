/** What this server says itself, with names in it that are words of other causes. */
import { describe, expect, test } from 'vitest'
import { causeFacts } from '#contract/causes/causes.ts'
import { causeOf } from '#contract/causes/recognise.ts'
import { netsuite } from '#test/contract/causes/corpus/netsuite.ts'
import { NAME, saidSentences } from '#test/contract/causes/corpus/said-sentences.ts'
import { sentBefore } from '#contract/records/booking-answer.ts'

const PLAIN = 'X-1'

const HOSTILE = [
  'PERIOD LAMP',
  'LOCKED CABINET',
  'DATABASE CABLE',
  'Throttle Cable',
  'TIMEOUT RELAY',
  'PERIOD_CLOSED',
  'CONCURRENCY_LIMIT_EXCEEDED',
  'CAP (INVALID_LOGIN)',
  'Permission slip, forbidden role',
  'Proxy socket, service unavailable',
  'Lot 7: serial number and batch',
  'Bin in another location',
  'Duplicate, already exists',
  'Negative lens, not enough stock',
  'Account type missing',
  "rows couldn't be read and kept",
  'Workflow of ERP Setup',
  '3" pipe 4" x',
  "O'Hara's",
  'a line\nbreak',
  'Name. With. Points.',
  '# ? * .* $1 \\',
  'ёлка 工具 🔧',
  `${'very '.repeat(80)}long`,
]

/** Their names are words of this server, such as those of a list, so that they decide nothing. */
const OF_NO_CAUSE =
  /^(?:NetSuite has no \0\.|NetSuite returned \0 \0 and then|Read without|It was sent as)/

const said = saidSentences()
const named = said.filter((one) => one.includes(NAME) && !OF_NO_CAUSE.test(one))
const shown = (sentence: string): string => sentence.replaceAll(NAME, '…')
const filled = (sentence: string, name: string): string => sentence.replaceAll(NAME, () => name)

test('the sentences of the source are found', () => {
  expect(named.length).toBeGreaterThan(40)
  expect(said.map(shown)).toEqual(
    expect.arrayContaining([
      'Item … is inactive in NetSuite.',
      'The line says item …, but … is not called so. Sync items, then try again.',
      "Location … isn't in the NetSuite data of this version. Sync locations, then try again.",
      'Item … has no unit …. Its units are ….',
      'The sync was cancelled by ….',
    ]),
  )
})

describe.each(named.map((sentence) => [shown(sentence), sentence] as const))(
  '%s',
  (_, sentence) => {
    const cause = causeOf({ message: filled(sentence, PLAIN) })

    test('has a cause, whatever it names', () => {
      expect(cause).not.toMatch(/^text:/)
      for (const name of HOSTILE)
        expect([name, causeOf({ message: filled(sentence, name) })]).toEqual([name, cause])
    })

    test('has that cause also if a message of NetSuite is the name', () => {
      for (const [, name] of netsuite)
        expect([name, causeOf({ message: filled(sentence, name) })]).toEqual([name, cause])
    })
  },
)

test('a sentence that an earlier version stored has the cause of the present one', () => {
  const ending = /, then try again\.$/
  const changed = named.filter((sentence) => ending.test(sentence))
  expect(changed.length).toBeGreaterThan(4)
  for (const sentence of changed)
    for (const name of [PLAIN, ...HOSTILE]) {
      const now = filled(sentence, name)
      const before = now.replace(ending, ', then retry.')
      expect([before, causeOf({ message: before })]).toEqual([before, causeOf({ message: now })])
    }
})

test('a record that may have been booked has this cause, whatever failed last', () => {
  for (const name of [...HOSTILE, ...netsuite.map(([, message]) => message)])
    expect([name, causeOf({ message: sentBefore(name) })]).toEqual([name, 'unconfirmed'])
})

test('what a name says neither stops the retry of others nor lets a retry help', () => {
  for (const name of HOSTILE) {
    const cause = causeOf({ message: `Item ${name} is inactive in NetSuite.` })
    expect([name, causeFacts(cause)]).toEqual([name, causeFacts('item-inactive')])
  }
})

test('a sentence of NetSuite that only begins or ends like one of this server is its own', () => {
  expect(causeOf({ message: 'Item X is inactive in NetSuite. The period is closed.' })).toBe(
    'period-closed',
  )
  expect(causeOf({ message: 'Period closed: Item X is inactive in NetSuite.' })).toBe(
    'period-closed',
  )
})
