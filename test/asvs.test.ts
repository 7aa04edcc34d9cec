/** The table of security requirements is complete, and what it names exists. */
import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const table = readFileSync(new URL('../src/docs/security/asvs.md', import.meta.url), 'utf8')
const rows = [...table.matchAll(/^\| (\d\.\d\.\d+) +\| (\d) +\| .+? +\| ([a-z ]+?) +\| (.+) \|$/gm)]

/** How many requirements each section of version 5.0.0 has. */
const SECTIONS = {
  '6.1': 3,
  '6.2': 12,
  '6.3': 8,
  '6.4': 6,
  '6.5': 8,
  '6.6': 4,
  '6.7': 2,
  '6.8': 4,
  '7.1': 3,
  '7.2': 4,
  '7.3': 2,
  '7.4': 5,
  '7.5': 3,
  '7.6': 2,
  '8.1': 4,
  '8.2': 4,
  '8.3': 3,
  '8.4': 2,
}

it('the table has every requirement of the chapters on authentication, sessions and authorization', () => {
  const expected = Object.entries(SECTIONS).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, nth) => `${section}.${String(nth + 1)}`),
  )
  expect(rows.map(([, id]) => id)).toEqual(expected)
})

it('every requirement is met, not applicable or accepted, with a reason', () => {
  for (const [, id, , state, why = ''] of rows) {
    expect([id, state]).toEqual([id, expect.stringMatching(/^(met|not applicable|accepted)$/)])
    expect([id, why]).toEqual([id, expect.stringMatching(/.{11}/)])
  }
})

it('every file that the table names exists', () => {
  const named = [...table.matchAll(/`((?:test|src)\/[\w./-]+)`/g)].map(([, path]) => path ?? '')
  const missing = named.filter((path) => !existsSync(new URL(`../${path}`, import.meta.url)))
  expect(missing).toEqual([])
})
