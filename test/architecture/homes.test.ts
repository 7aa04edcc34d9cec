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
  test('only the columns of the table import the table library', () => {
    expect(pathsOf((source) => imports(source, /^mantine-react-table/))).toEqual([
      'src/console/table/columns/table-columns.ts',
    ])
  })

  test('the console sends requests in two places only: API calls, and files of its own host', () => {
    expect(pathsOf((source) => usesGlobal(source, 'fetch'))).toEqual([
      'src/console/data/api/host/console-host.ts',
      'src/console/data/api/send.ts',
    ])
    expect(pathsOf((source) => usesGlobal(source, 'XMLHttpRequest'))).toEqual([])
  })

  test('the server sends requests only to the ERP', () => {
    const makes = (source: Source): boolean => imports(source, /^(node:)?https?$|^undici/)
    const senders = pathsOf((source) => source.path.startsWith('src/server/') && makes(source))
    expect(senders.filter((path) => !path.startsWith('src/server/erp/'))).toEqual([])
    expect(senders).toContain('src/server/erp/transport/http-transport.ts')
  })

  test('only the session uses sessionStorage', () => {
    expect(pathsOf((source) => usesGlobal(source, 'sessionStorage'))).toEqual([
      'src/console/session/storage.ts',
    ])
  })

  test('no code listens for unload, because the session ends with its tab anyway', () => {
    const waits = (source: Source): boolean => /\b(on)?(before)?unload\b/.test(source.text)
    expect(pathsOf(waits)).toEqual([])
  })

  test('only one file imports Dexie', () => {
    expect(pathsOf((source) => imports(source, /^dexie/))).toEqual([
      'src/console/data/device/device-database.ts',
    ])
  })
})

test('no style sheet uses light-dark(), which the build breaks; theme.ts has both schemes', () => {
  const sheets = sourcesIn('src/console', ['.css'])
  expect(sheets.filter(({ text }) => text.includes('light-dark(')).map(({ path }) => path)).toEqual(
    [],
  )
})

describe('the file of a screen', () => {
  const screens = sources.filter(
    (source) =>
      source.path.startsWith('src/console/screens/') &&
      imports(source, /\/(list|report)-screen\.tsx?$/),
  )

  test.each(LIST_ADDRESSES)('the screen at %s is in the file of the same name', (address) => {
    const found = screens.filter((source) => textsOf(source).includes(address))
    expect(found.map(({ path }) => path)).toEqual([`src/console/screens${address}.tsx`])
  })
})

describe('finding the use of a global', () => {
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

  test.each(used)('%s uses it', (text) => {
    expect(usesGlobal({ path: 'a.ts', text }, 'fetch')).toBe(true)
  })

  test.each(unused)('%s does not use it', (text) => {
    expect(usesGlobal({ path: 'a.ts', text }, 'fetch')).toBe(false)
  })
})
