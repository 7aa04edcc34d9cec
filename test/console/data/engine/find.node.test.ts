import { describe, expect, it } from 'vitest'
import type { Entry, FoundList } from '#console/data/engine/find/entry.ts'
import { FOUND_LISTS } from '#console/data/engine/find/entry.ts'
import { findExactly, findIn, type Hit, type Opened } from '#console/data/engine/find/find-in.ts'
import { changePart, makePart, type Part } from '#console/data/engine/find/part.ts'
import { baseUnitOf, comparedCode } from '#console/data/engine/find/product-code.ts'
import { runSync } from '#console/rows/chunked-task.ts'

/** Whatever the parts say, told plainly and slowly: section by section of the ranking. */
function plainRank(entry: Entry, search: string): number | null {
  const whole = plain(search)
  const words = search.split(/\s+/).filter((word) => plain(word) !== '')
  const best = (word: string, isAll: boolean): number => {
    const keys = [...entry.codes, ...entry.names, ...entry.ids]
    if (isAll && entry.codes.some((code) => isSameCode(code, search))) return 1
    if (isAll && keys.some((key) => plain(key) === word)) return 2
    if (keys.some((key) => plain(key).startsWith(word))) return 3
    if ([...keys, ...entry.words].some((text) => beginsWord(text, word))) return 4
    return [...keys, ...entry.words].some((text) => plain(text).includes(word)) ? 5 : 6
  }
  const apart = Math.max(3, ...words.map((word) => best(plain(word), false)))
  const rank = Math.min(best(whole, true), words.length > 1 ? apart : 6)
  return rank > 5 ? null : rank
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[\s-]/g, '')

function isSameCode(one: string, other: string): boolean {
  const [a, b] = [plain(one), plain(other)]
  const isGtin = /^\d{8,14}$/.test(a) && /^\d{8,14}$/.test(b)
  return a === b || (isGtin && a.padStart(14, '0') === b.padStart(14, '0'))
}

/** Whether a word of the text begins at a place where the rest begins with what is looked for. */
function beginsWord(text: string, word: string): boolean {
  if (plain(text).startsWith(word)) return true
  for (let at = 0; at < text.length; at += 1) {
    const isStart = /[a-z0-9]/i.test(text.charAt(at)) && !/[a-z0-9]/i.test(text.charAt(at - 1))
    if (isStart && plain(text.slice(at)).startsWith(word)) return true
  }
  return false
}

interface Thing extends Entry {
  readonly nth: number
}

const PIECES = ['a', 'b', 'ab', '1', '01', '12', '-', ' ', '#', 'So', 'x']
const CODES = ['4006381333931', '04006381333931', '036000291452', '36000291452', '96385074', 'C-1']

function randomly(seed: number) {
  let state = seed
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
  const one = <T>(from: readonly T[]): T => from[below(from.length)] as T
  const text = (): string => Array.from({ length: 1 + below(5) }, () => one(PIECES)).join('')
  const some = (make: () => string): string[] => Array.from({ length: below(3) }, make)
  const thing = (nth: number): Thing => ({
    nth,
    open: String(nth),
    name: text(),
    number: '',
    where: '',
    codes: some(() => one(CODES)),
    names: some(text),
    ids: [String(nth)],
    words: some(text),
  })
  return { below, one, text, thing }
}

const partOf = (things: readonly Thing[]): Part =>
  runSync(makePart(things, (row) => row as unknown as Entry))

interface Asked {
  readonly present: FoundList
  readonly recent: readonly Opened[]
  readonly limit: number
}

function plainly(lists: ReadonlyMap<FoundList, readonly Thing[]>, text: string, asked: Asked) {
  if (plain(text) === '') return []
  const all = [...lists].flatMap(([list, things]) =>
    things.flatMap((entry, place) => {
      const rank = plainRank(entry, text)
      const at = asked.recent.findIndex((one) => one.list === list && one.open === entry.open)
      const recency = at === -1 ? asked.recent.length : at
      return rank === null ? [] : { list, open: entry.open, rank, recency, place }
    }),
  )
  const sorted = all.toSorted(
    (a, b) =>
      a.rank - b.rank ||
      Number(b.list === asked.present) - Number(a.list === asked.present) ||
      a.recency - b.recency ||
      FOUND_LISTS.indexOf(a.list) - FOUND_LISTS.indexOf(b.list) ||
      a.place - b.place,
  )
  const counts = new Map<FoundList, number>()
  return sorted
    .filter(({ list }) => {
      counts.set(list, (counts.get(list) ?? 0) + 1)
      return (counts.get(list) ?? 0) <= asked.limit
    })
    .map(({ list, open, rank }) => ({ list, open, rank }))
}

const inShort = ({ list, open, rank }: Hit) => ({ list, open, rank })

describe('the ranking', () => {
  it('is the one that a plain model of it gives, over random things and searches', () => {
    let found = 0
    for (let seed = 1; seed <= 25; seed += 1) {
      const { below, one, text, thing } = randomly(seed)
      const lists = new Map<FoundList, Thing[]>(
        (['items', 'bins', 'salesOrders'] as const).map((list) => [
          list,
          Array.from({ length: 60 }, (_, nth) => thing(nth)),
        ]),
      )
      const parts = new Map([...lists].map(([list, things]) => [list, partOf(things)]))
      for (let nth = 0; nth < 25; nth += 1) {
        const asked: Asked = {
          present: one([...lists.keys()]),
          recent: [...new Set(Array.from({ length: 6 }, () => below(60)))].map((place) => ({
            list: one([...lists.keys()]),
            open: String(place),
          })),
          limit: 1 + below(12),
        }
        const search = one([text(), `${text()} ${text()}`, one(CODES), String(below(60))])
        const hits = runSync(findIn(parts, search, asked))
        expect(hits.map(inShort), `${String(seed)}: '${search}'`).toEqual(
          plainly(lists, search, asked),
        )
        found += hits.length
      }
    }
    expect(found).toBeGreaterThan(2_000)
  })

  const cases: readonly (readonly [string, string, number | null])[] = [
    ['an exact code', '036000291452', 1],
    ['the code in another length', '00036000291452', 1],
    ['the exact number in another spelling', 'a 01 02', 2],
    ['the exact name', 'WIDGET, BLUE', 2],
    ['the beginning of the number', 'A01', 3],
    ['the beginning of a word', 'blue', 4],
    ['something inside a word', 'dget', 5],
    ['words that are all there', 'blue a-01', 4],
    ['words, one of them missing', 'blue red', null],
  ]
  it.each(cases)('puts %s where it belongs', (_, search, rank) => {
    const thing: Thing = {
      nth: 0,
      open: '7',
      name: 'A-01-02',
      number: '',
      where: '',
      codes: ['36000291452'],
      names: ['A-01-02', 'Widget, blue'],
      ids: ['7'],
      words: [],
    }
    const hits = runSync(findIn(new Map([['items', partOf([thing])]]), search, { limit: 9 }))
    expect(hits.map((hit) => hit.rank)).toEqual(rank === null ? [] : [rank])
  })
})

describe('the index of a list that changes', () => {
  it('finds the same as one built from scratch', () => {
    for (let seed = 1; seed <= 2; seed += 1) {
      const { below, one, text, thing } = randomly(seed)
      let rows = Array.from({ length: 4_500 }, (_, nth) => thing(nth))
      let part = partOf(rows)
      for (let change = 0; change < 4; change += 1) {
        const places = [...new Set(Array.from({ length: below(6) }, () => below(rows.length)))]
        const removed = places.slice(0, below(3)).toSorted((a, b) => a - b)
        const replaced = places
          .filter((place) => !removed.includes(place))
          .toSorted((a, b) => a - b)
        const added = one([0, 3, 2_500])
        const after = rows.map((row, place) =>
          replaced.includes(place) ? thing(100_000 + row.nth) : row,
        )
        const next = after.filter((_, place) => !removed.includes(place))
        for (let nth = 0; nth < added; nth += 1) next.push(thing(200_000 + change * 9_999 + nth))
        part = runSync(
          changePart(part, next, { replaced, removed, added }, (row) => row as unknown as Entry),
        )
        rows = next
      }
      const fresh = partOf(rows)
      const [changed, rebuilt] = [part, fresh].map((each) => new Map([['items' as const, each]]))
      for (let nth = 0; nth < 10; nth += 1) {
        const search = one([text(), String(below(rows.length)), one(CODES)])
        const find = (parts = new Map<FoundList, Part>()) =>
          runSync(findIn(parts, search, { limit: 20 })).map(inShort)
        expect({ search, hits: find(changed) }).toEqual({ search, hits: find(rebuilt) })
      }
    }
  })

  it('makes only the blocks again in which a row has changed', () => {
    const { thing } = randomly(3)
    const rows = Array.from({ length: 10_000 }, (_, nth) => thing(nth))
    const part = partOf(rows)
    const next = rows.with(5_000, thing(70_000))
    const changed = runSync(
      changePart(part, next, { replaced: [5_000], removed: [], added: 0 }, (row) => row as Thing),
    )
    expect(changed.map((block, nth) => block === part[nth])).toEqual([
      true,
      true,
      false,
      true,
      true,
    ])
  })
})

describe('product numbers', () => {
  it('are the same in every length', () => {
    const same = ['4006381333931', '04006381333931', '0-4006381-33393 1'].map(comparedCode)
    expect(new Set(same).size).toBe(1)
  })

  it('of a case lead to what is in it, where the case is no item of its own', () => {
    const unit: Thing = {
      nth: 0,
      open: '7',
      name: 'Pen',
      number: '',
      where: '',
      codes: ['4006381333931'],
      names: ['Pen'],
      ids: ['7'],
      words: [],
    }
    const parts = new Map([['items' as const, partOf([unit])]])
    expect(baseUnitOf('14006381333938')).toBe('4006381333931')
    expect(findExactly(parts, '14006381333938')).toMatchObject({
      hits: [{ open: '7' }],
      isCase: true,
    })
    const box: Thing = { ...unit, nth: 1, open: '8', codes: ['14006381333938'], ids: ['8'] }
    const both = new Map([['items' as const, partOf([unit, box])]])
    expect(findExactly(both, '14006381333938')).toMatchObject({
      hits: [{ open: '8' }],
      isCase: false,
    })
    expect(baseUnitOf('14006381333937')).toBeNull()
    expect(baseUnitOf('04006381333931')).toBeNull()
  })

  it('a name ranks above an id that looks the same', () => {
    const bin: Thing = {
      nth: 0,
      open: '9',
      name: '1001',
      number: '',
      where: '',
      codes: [],
      names: ['1001'],
      ids: ['9'],
      words: [],
    }
    const record: Thing = { ...bin, nth: 1, open: '1001', name: 'Other', names: [], ids: ['1001'] }
    const parts = new Map([['bins' as const, partOf([bin, record])]])
    expect(findExactly(parts, '1001').hits.map(({ open }) => open)).toEqual(['9'])
  })
})
