import { describe, expect, test } from 'vitest'
import { type KeyDown, type KeyRole, scanBurst } from '#console/ui/scanner/scan-burst.ts'
import { createRandom, pick } from '#test/netsuite/random.ts'

type Pressed = Pick<KeyDown, 'key'> & Partial<KeyDown> & { readonly after?: number }

/** The role of each key, at its time after the previous one. */
function rolesOf(keys: readonly Pressed[]): KeyRole[] {
  const { press } = scanBurst()
  let at = 1_000
  return keys.map(({ key, after = 5, isRepeated = false, held = 'nothing' }) => {
    at += after
    return press({ key, at, isRepeated, held })
  })
}
const last = (keys: readonly Pressed[]): KeyRole | undefined => rolesOf(keys).at(-1)
const typed = (text: string, after = 5): Pressed[] => Array.from(text, (key) => ({ key, after }))
const enter = (after = 5): Pressed => ({ key: 'Enter', after })
/** The characters that people type here. */
const TYPED = Array.from('abc 123-/')
const OTHER = { kind: 'other' }

describe('a scan', () => {
  const scans: readonly [what: string, keys: readonly Pressed[], scanned: string][] = [
    ['that ends in Enter', [...typed('4006381333931'), enter()], '4006381333931'],
    ['that ends in Tab', [...typed('D-01-04'), { key: 'Tab' }], 'D-01-04'],
    ['of four characters', [...typed('ABCD'), enter()], 'ABCD'],
    ['as slow as a scan may be', [...typed('12345', 35), enter(80)], '12345'],
    [
      'that Bluetooth stalls twice',
      [...typed('1234'), { key: '5', after: 80 }, { key: '6' }, { key: '7', after: 79 }, enter()],
      '1234567',
    ],
    [
      'that ends in a carriage return sent as Control with M',
      [...typed('1234'), { key: 'Control' }, { key: 'm', held: 'control' }],
      '1234',
    ],
    ['with no time between its keys', [...typed('12345', 0), enter(0)], '12345'],
    [
      'with capitals, for which Shift goes down',
      [{ key: 'Shift' }, { key: 'A' }, { key: 'B' }, { key: 'Shift' }, ...typed('12'), enter()],
      'AB12',
    ],
    [
      'with the separator of GS1',
      [
        ...typed('10AB'),
        { key: 'Control' },
        { key: ']', held: 'control' },
        ...typed('21'),
        enter(),
      ],
      '10AB\u001d21',
    ],
  ]
  test.each(scans)('a scan %s is recognised', (_what, keys, scanned) => {
    expect(last(keys)).toEqual({ kind: 'end', scanned })
  })

  test('a scan begins with the first key that another follows quickly', () => {
    const keys = [...typed('q', 300), { key: '1', after: 300 }, ...typed('234'), enter()]
    expect(last(keys)).toEqual({ kind: 'end', scanned: '1234' })
  })

  test('a scan includes a second Enter or Tab, but no later key of a person', () => {
    const scan = [...typed('1234'), enter()]
    expect(last([...scan, enter()])).toEqual({ kind: 'end', scanned: '' })
    const ended = [...scan, { key: 'Tab' }]
    expect(last(ended)).toEqual({ kind: 'end', scanned: '' })
    expect(last([...ended, enter()])).toEqual(OTHER)
    expect(last([...scan, { key: 'j', held: 'control' }])).toEqual({ kind: 'end', scanned: '' })
    expect(last([...scan, enter(36)])).toEqual(OTHER)
    expect(last([...scan, enter(), enter()])).toEqual(OTHER)
    expect(last([...typed('1234'), { key: 'Tab' }, { key: 'Tab' }])).toEqual(OTHER)
  })

  test('a scan without an end key is known at any time, and end keys that are late belong to it', () => {
    const { press, soFar, end } = scanBurst()
    const pressAt = (key: string, at: number) =>
      press({ key, at, isRepeated: false, held: 'nothing' })
    for (const [nth, key] of Array.from('123').entries()) pressAt(key, 5 * nth)
    expect(soFar()).toBe('')
    pressAt('4', 15)
    expect(soFar()).toBe('1234')
    end()
    expect(soFar()).toBe('')
    expect(pressAt('Enter', 95)).toEqual({ kind: 'end', scanned: '' })
    // Enter and Tab, or carriage return and line feed, as where nothing is late.
    expect(pressAt('Enter', 96)).toEqual({ kind: 'end', scanned: '' })
    expect(pressAt('Enter', 97)).toEqual(OTHER)
  })

  test('a scan that silence ended goes on with keys that were pressed in time and arrive late', () => {
    const { press, soFar, end } = scanBurst()
    const pressAt = (key: string, at: number) =>
      press({ key, at, isRepeated: false, held: 'nothing' })
    for (const [nth, key] of Array.from('4006').entries()) pressAt(key, 5 * nth)
    end()
    expect(pressAt('3', 20)).toEqual({ kind: 'character', isFirst: false, mayBeScan: true })
    expect(soFar()).toBe('40063')
    end()
    pressAt('8', 25)
    expect(pressAt('Enter', 30)).toEqual({ kind: 'end', scanned: '400638' })
    end()
    expect(pressAt('1', 500)).toEqual({ kind: 'character', isFirst: true, mayBeScan: true })
    expect(soFar()).toBe('')
  })

  test('a scan may follow another without a pause', () => {
    const both = [...typed('1234'), enter(), ...typed('5678'), enter()]
    expect(last(both)).toEqual({ kind: 'end', scanned: '5678' })
  })

  test('each character is marked as the first or a later one', () => {
    const roles = rolesOf(typed('12'))
    expect(roles).toEqual([
      { kind: 'character', isFirst: true, mayBeScan: true },
      { kind: 'character', isFirst: false, mayBeScan: true },
    ])
  })

  test('a key after two slow ones is no longer held back', () => {
    const mayBeScan = rolesOf(typed('abcd', 60)).map(
      (role) => 'mayBeScan' in role && role.mayBeScan,
    )
    expect(mayBeScan).toEqual([true, true, false, false])
  })
})

describe('no scan', () => {
  const others: readonly [what: string, keys: readonly Pressed[]][] = [
    ['is Enter alone', [enter()]],
    ['are three quick characters', [...typed('123'), enter()]],
    ['is what is typed a little slower', [...typed('12345678', 36), enter()]],
    ['has its end later', [...typed('12345678'), enter(81)]],
    [
      'has a pause within its last four keys',
      [...typed('12345'), { key: '6', after: 81 }, enter()],
    ],
    ['are two fingers that roll over each other', [...typed('123'), ...typed('4', 60), enter()]],
    ['is a key that is held down', [...typed('1'), ...repeated('1', 20), enter()]],
    ['has a repeated Enter', [...typed('1234'), { key: 'Enter', isRepeated: true }]],
    ['has an arrow in it', [...typed('1234'), { key: 'ArrowDown' }, enter()]],
    ['begins with a shortcut', [{ key: 'c', held: 'control' }, ...typed('123'), enter()]],
    [
      'has a shortcut of the system in it',
      [...typed('123'), { key: '4', held: 'command' }, enter()],
    ],
    ['ends with a shortcut', [...typed('1234'), { key: 'Enter', held: 'control' }]],
    [
      'comes from a keyboard that names no keys',
      [...Array(8)].map(() => ({ key: 'Unidentified' })),
    ],
  ]
  test.each(others)('%s', (_what, keys) => {
    expect(last(keys)?.kind).not.toBe('end')
  })

  test('1,000 lines typed by people contain no scan, even if two keys roll over now and then', () => {
    const random = createRandom(17)
    for (let line = 0; line < 1_000; line += 1) {
      const keys: Pressed[] = []
      let quick = 0
      for (let nth = 0; nth < 4 + random() * 20; nth += 1) {
        const rolls = quick < 2 && random() < 0.3
        quick = rolls ? quick + 1 : 0
        const after = rolls ? 8 + random() * 27 : 36 + random() * 250
        keys.push({ key: pick(random, TYPED), after })
      }
      keys.push(enter(random() < 0.3 ? 20 : 80))
      expect(rolesOf(keys).filter(({ kind }) => kind === 'end')).toEqual([])
    }
  })
})

function repeated(key: string, times: number): Pressed[] {
  return Array.from({ length: times }, () => ({ key, after: 33, isRepeated: true }))
}
