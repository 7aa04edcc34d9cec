import { expect, test } from 'vitest'
import { Part, pathOfFirstPart, pathOfPart } from '#contract/sync/parts.ts'

test('the first part is asked for without a key', () => {
  expect(pathOfFirstPart('/data_bins')).toBe('/data_bins?part=first')
})

test('another part is asked for from a key on, up to another key or the end', () => {
  const path = pathOfPart('/data_bins', { from: 'a b|1&to=2', to: null })
  expect(path).toBe('/data_bins?part=range&from=a%20b%7C1%26to%3D2')
  const { searchParams } = new URL(
    pathOfPart('/data_bins', { from: '仓"', to: '+%' }),
    'http://dockside.example',
  )
  expect(Object.fromEntries(searchParams)).toEqual({ part: 'range', from: '仓"', to: '+%' })
})

test('an answer that is not a part is not read as one', () => {
  const part = {
    mode: 'part',
    seq: 1,
    epoch: 'e',
    count: 0,
    sum: '0',
    data: { rows: 0, columns: [] },
  }
  expect(Part.safeParse(part).success).toBe(true)
  for (const other of [
    null,
    { data: [] },
    { ...part, mode: 'delta' },
    { ...part, data: [] },
    { ...part, starts: [1] },
    { ...part, seq: '1' },
  ])
    expect(Part.safeParse(other).success).toBe(false)
})
