import { expect, test } from 'vitest'
import { causeOf } from '#contract/causes/recognise.ts'
import { samples } from '#test/contract/causes/corpus/samples.ts'
import { createRandom, type Random } from '#test/netsuite/random.ts'

/** How often each message gets other values. */
const VARIANTS = Number(process.env['INPUTS'] ?? 20)

const MONTHS = ['Jan', 'Mar', 'May', 'Oct', 'Dec'] as const
/** Dates in words first, so that no part of one is taken for a number. */
const VALUES =
  /\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4}\b|\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4}\b|[A-Za-z_]*\d[\w.]*/g

test.each(samples.map(([, message, code = null]) => [message, code] as const))(
  'whatever ids, numbers and dates it names, the group stays: %s',
  (message, code) => {
    const random = createRandom(message.length)
    const cause = causeOf({ code, message })
    for (let nth = 0; nth < VARIANTS; nth += 1) {
      const other = message.replace(VALUES, (value) => otherValue(value, random))
      expect([other, causeOf({ code, message: other })]).toEqual([other, cause])
    }
  },
)

test.each([
  (id: string, number: string, date: string) =>
    `Approval ${id} of ${number} pieces waits since ${date}`,
  (id: string, number: string, date: string) => `Hold "${id}" (${number}) until ${date}`,
  (id: string, number: string, date: string) => `QA: ${number} x ${id}; ${date}`,
])('messages that no rule knows are one group for all their values: %#', (write) => {
  const random = createRandom(7)
  const groups = new Set<string>()
  for (let nth = 0; nth < VARIANTS; nth += 1)
    groups.add(causeOf({ message: write(anId(random), aNumber(random), aDate(random)) }))
  expect([...groups]).toHaveLength(1)
  expect([...groups][0]).toMatch(/^text:/)
})

const below = (random: Random, most: number): number => Math.floor(random() * most)
const letters = (random: Random, count: number): string =>
  Array.from({ length: count }, () => 'ABCDEFGHKLMNPQRSTUVWXYZ'[below(random, 23)]).join('')

function anId(random: Random): string {
  const forms = [
    `${letters(random, 1)}-${String(below(random, 90))}-${String(below(random, 90))}`,
    `${letters(random, 3)}${String(below(random, 9_999))}`,
    `R${letters(random, 4)}${String(below(random, 9))}${letters(random, 3)}`,
    `1b4e28ba-2fa1-11d2-883f-${String(100_000_000_000 + below(random, 1_000_000))}`,
  ]
  return forms[below(random, forms.length)] ?? ''
}

function aNumber(random: Random): string {
  const number = below(random, 100_000)
  return [String(number), `-${String(number)}`, `${String(number)}.5`, number.toLocaleString('en')][
    below(random, 4)
  ] as string
}

function aDate(random: Random): string {
  const [year, month, day] = [2020 + below(random, 9), 1 + below(random, 12), 1 + below(random, 28)]
  const two = (value: number) => String(value).padStart(2, '0')
  const name = MONTHS[below(random, MONTHS.length)] ?? 'Jan'
  const forms = [
    `${String(year)}-${two(month)}-${two(day)}`,
    `${two(month)}/${two(day)}/${String(year)}`,
    `${String(day)} ${name} ${String(year)}`,
    `${String(year)}-${two(month)}-${two(day)}T${two(day)}:10:00Z`,
  ]
  return forms[below(random, forms.length)] ?? ''
}

/** A value of the same kind. */
function otherValue(value: string, random: Random): string {
  if (/^\d{1,2} [A-Z]/.test(value))
    return `${String(1 + below(random, 28))} ${MONTHS[below(random, 5)] ?? 'Jan'} 2031`
  if (/^[A-Z][a-z]{2} \d{4}$/.test(value)) return `${MONTHS[below(random, 5)] ?? 'Jan'} 2031`
  return value
    .replace(/[A-Z]/g, () => letters(random, 1))
    .replace(/\d/g, () => String(below(random, 10)))
}
