import { describe, expect, test } from 'vitest'
import { CONFIG_PATH, readConfig } from '#contract/config.ts'

const defaults = {
  apiBase: '/api',
  hiddenGraceMs: { tab: 1_000, installed: 300_000 },
  passwordMinLength: 0,
  offers: [],
}

describe('config.json', () => {
  test('the file is next to index.html', () => {
    expect(CONFIG_PATH).toBe('/config.json')
  })

  test.each([[undefined], [null], [{}], [[]], ['text'], [42]])(
    '%j is read as the defaults',
    (file) => {
      expect(readConfig(file)).toEqual(defaults)
    },
  )

  test('the file carries everything that an operator may set', () => {
    const file = {
      apiBase: 'https://wms.example.com',
      hiddenGraceMs: { tab: 5_000, installed: 60_000 },
      passwordMinLength: 12,
      offers: ['health', 'syncs'],
    }
    expect(readConfig(file)).toEqual(file)
  })

  test('null turns one limit off and leaves the other', () => {
    expect(readConfig({ hiddenGraceMs: { tab: null, installed: 1 } }).hiddenGraceMs).toEqual({
      tab: null,
      installed: 1,
    })
  })

  test.each([
    ['a missing limit', { hiddenGraceMs: { tab: 2_000 } }, { tab: 2_000, installed: 300_000 }],
    ['a wrong limit', { hiddenGraceMs: { tab: '2', installed: 7 } }, { tab: 1_000, installed: 7 }],
    ['wrong limits', { hiddenGraceMs: 'never' }, { tab: 1_000, installed: 300_000 }],
  ])('%s falls back to its default', (_what, file, expected) => {
    expect(readConfig(file).hiddenGraceMs).toEqual(expected)
  })

  test.each([
    ['a text', 'audit', []],
    ['a map', { audit: true }, []],
    ['names that only a newer console knows', ['audit', 'telepathy', 7, null], ['audit']],
  ])('offers that are %s are read correctly', (_what, offers, expected) => {
    expect(readConfig({ offers }).offers).toEqual(expected)
  })

  test.each([
    ['http://host:8232/', 'http://host:8232'],
    ['/api/', '/api'],
    [' https://wms.example.com/v1// ', 'https://wms.example.com/v1'],
    ['/', ''],
  ])('the calls of the base %j begin with %j, to which each path adds its slash', (text, base) => {
    expect(readConfig({ apiBase: text }).apiBase).toBe(base)
  })

  test('a wrong value affects no other, and an unknown one is dropped', () => {
    expect(readConfig({ apiBase: 7, passwordMinLength: '12', colour: 'red' })).toEqual(defaults)
    expect(readConfig({ apiBase: 7, passwordMinLength: 12 })).toEqual({
      ...defaults,
      passwordMinLength: 12,
    })
  })
})
