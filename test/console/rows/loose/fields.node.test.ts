import { describe, expect, test } from 'vitest'
import { fieldsOf } from '#console/rows/loose/fields.ts'
import { rememberDerivation } from '#console/rows/derivation.ts'
import { between, createRandom, pick, shuffle, type Random } from '#test/netsuite/random.ts'

const HISTORIES = Number(process.env['HISTORIES'] ?? 100)
const SEED = Number(process.env['SEED'] ?? 20_261_125)
const NAMES = ['id', 'name', 'memo', 'bin', 'lot']

/** Mostly alike, as the rows of a server are; now and then a field is missing, empty or somewhere else. */
function aRow(random: Random): object {
  const names = NAMES.filter(() => random() < 0.9)
  if (random() < 0.1) shuffle(random, names)
  const value = () => pick(random, [{ of: between(random, 0, 9) }, { of: null }, { of: '' }]).of
  return Object.fromEntries(names.map((name) => [name, value()]))
}

/** A list made from another one. */
function nextOf(from: readonly object[], random: Random): readonly object[] {
  const replaced: number[] = []
  const removed: number[] = []
  const share = pick(random, [0, 0.05, 0.3])
  const rows = from.flatMap((row, place) => {
    const chance = random()
    if (chance < share / 2) {
      removed.push(place)
      return []
    }
    if (chance >= share) return [row]
    replaced.push(place)
    return [random() < 0.5 ? aRow(random) : { ...row }]
  })
  const inserted = random() < 0.5 ? [] : [between(random, 0, rows.length)]
  for (const place of inserted) rows.splice(place, 0, aRow(random))
  const added = Array.from({ length: between(random, 0, 2) }, () => aRow(random))
  rows.push(...added)
  rememberDerivation(rows, { from, replaced, removed, added: added.length, inserted })
  return rows
}

/** The fields in their order, each with its value; which empty value does not matter. */
const listed = (rows: readonly object[]) =>
  Array.from(fieldsOf(rows), ([field, sample]) => [field, sample === '' ? null : sample])

describe('the fields of rows', () => {
  test('are listed in order of appearance, each with its first value', () => {
    const rows = [
      { id: 1, memo: null },
      { id: 2, name: 'Bolt', memo: '' },
      { memo: 'first' },
      { memo: 'second' },
    ]
    expect(listed(rows)).toEqual([
      ['id', 1],
      ['memo', 'first'],
      ['name', 'Bolt'],
    ])
  })

  test('of a list that was made from another one are those of the list alone', () => {
    const random = createRandom(SEED)
    for (let history = 0; history < HISTORIES; history += 1) {
      let rows: readonly object[] = Array.from({ length: between(random, 0, 40) }, () =>
        aRow(random),
      )
      for (let step = 0; step < 5; step += 1) {
        if (random() < 0.9) fieldsOf(rows)
        rows = nextOf(rows, random)
        const told = { seed: SEED, history, step }
        expect({ ...told, fields: listed(rows) }).toEqual({ ...told, fields: listed([...rows]) })
      }
    }
  })

  test('of a list that was made from another one are read from the changed rows alone', () => {
    const from = Array.from({ length: 1_000 }, (_, id) => ({ id, name: `Item ${String(id)}` }))
    fieldsOf(from)
    const read: number[] = []
    const rows = from.map((row, place) => ({
      ...row,
      get memo() {
        read.push(place)
        return 'new'
      },
    }))
    rememberDerivation(rows, { from, replaced: [7], removed: [], added: 0 })
    expect([...fieldsOf(rows).keys()]).toEqual(['id', 'name', 'memo'])
    expect(new Set(read)).toEqual(new Set([7]))
  })
})
