import { describe, expect, test } from 'vitest'
import { asksOf } from '#test/architecture/imports.ts'
import { sourcesIn, textsOf, usesGlobal, type Source } from '#test/architecture/sources.ts'

const CODE = ['.ts', '.tsx']
const sources = sourcesIn('src', CODE)

function pathsOf(finds: (source: Source) => boolean): string[] {
  return sources.filter(finds).map(({ path }) => path)
}

function imports(source: Source, name: RegExp): boolean {
  return asksOf(source).some(({ what }) => name.test(what))
}

/** The list screens of specification.md section 2. */
const LIST_ADDRESSES = [
  '/locations',
  '/bins',
  '/admins',
  '/inventory',
  '/items',
  '/sales-orders',
  '/inbound-shipment',
  '/bin-count-records',
  '/bin-adjustment-records',
  '/bin-transfer',
  '/inbound-data-records',
  '/wms-ai-users',
]

describe('one home for each thing', () => {
  test('the table library is known to the columns of the table alone', () => {
    expect(pathsOf((source) => imports(source, /^mantine-react-table/))).toEqual([
      'src/console/table/columns/table-columns.ts',
    ])
  })

  test('requests leave the console in two places: calls, and what its own host has', () => {
    expect(pathsOf((source) => usesGlobal(source, 'fetch'))).toEqual([
      'src/console/data/api/host/console-host.ts',
      'src/console/data/api/send.ts',
    ])
    expect(pathsOf((source) => usesGlobal(source, 'XMLHttpRequest'))).toEqual([])
  })

  test('requests leave the server only for the ERP', () => {
    const makes = (source: Source): boolean => imports(source, /^(node:)?https?$|^undici/)
    const senders = pathsOf((source) => source.path.startsWith('src/server/') && makes(source))
    expect(senders.filter((path) => !path.startsWith('src/server/erp/'))).toEqual([])
    expect(senders).toContain('src/server/erp/transport/http-transport.ts')
  })

  test('the storage of the tab is known to the session alone', () => {
    expect(pathsOf((source) => usesGlobal(source, 'sessionStorage'))).toEqual([
      'src/console/session/storage.ts',
    ])
  })

  test('nothing waits for a page to be unloaded: the session ends with its tab by itself', () => {
    const waits = (source: Source): boolean => /\b(on)?(before)?unload\b/.test(source.text)
    expect(pathsOf(waits)).toEqual([])
  })

  test('the device database is known to one file', () => {
    expect(pathsOf((source) => imports(source, /^dexie/))).toEqual([
      'src/console/data/device/device-store.ts',
    ])
  })
})

test('no style sheet asks for light-dark(), which the build breaks: theme.ts has both schemes', () => {
  const sheets = sourcesIn('src/console', ['.css'])
  expect(sheets.filter(({ text }) => text.includes('light-dark(')).map(({ path }) => path)).toEqual(
    [],
  )
})

describe('from an address to its file', () => {
  const screens = sources.filter(
    (source) =>
      source.path.startsWith('src/console/screens/') &&
      imports(source, /\/(list|report)-screen\.tsx?$/),
  )

  test.each(LIST_ADDRESSES)('%s is one guess away', (address) => {
    const found = screens.filter((source) => textsOf(source).includes(address))
    expect(found.map(({ path }) => path)).toEqual([`src/console/screens${address}.tsx`])
  })
})

describe('a global is found', () => {
  const used = [
    "fetch('/x')",
    "await fetch('/x')",
    "window.fetch('/x')",
    "globalThis.fetch('/x')",
    'const send = fetch',
    'send({ fetch })',
    'send(options.fetch ?? fetch)',
  ]
  const unused = [
    "query.fetch('/x')",
    'client.fetchQuery()',
    '({ fetch: 1 })',
    "'fetch(1)'",
    '// fetch(1)',
    'class A { fetch() {} }',
    'interface A { fetch(): void; fetch: 1 }',
    'refetch()',
  ]

  test.each(used)('in %s', (text) => {
    expect(usesGlobal({ path: 'a.ts', text }, 'fetch')).toBe(true)
  })

  test.each(unused)('not in %s', (text) => {
    expect(usesGlobal({ path: 'a.ts', text }, 'fetch')).toBe(false)
  })
})
