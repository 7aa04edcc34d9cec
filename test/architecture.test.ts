import { describe, expect, test } from 'vitest'
import { asksOf, breachesOf, placelessIn } from '#test/architecture/imports.ts'
import { sourceAt, sourcesIn, textsOf } from '#test/architecture/sources.ts'

const CODE = ['.ts', '.tsx', '.mjs']
const sources = sourcesIn('src', CODE)

describe('the rooms of src', () => {
  test('the test sees every room and its imports', () => {
    const rooms = new Set(sources.map(({ path }) => path.split('/')[1]))
    expect(rooms).toEqual(new Set(['console', 'contract', 'run', 'server']))
    expect(sources.flatMap(asksOf).length).toBeGreaterThan(sources.length)
  })

  test('every folder has a place', () => {
    expect(placelessIn(sources.map(({ path }) => path))).toEqual([])
  })

  test('rooms and folders import only what comes before them', () => {
    expect(sources.flatMap(breachesOf)).toEqual([])
  })

  test('no source file imports a test', () => {
    const asked = sources.flatMap(asksOf).filter(({ what }) => /(^#|\/)test\//.test(what))
    expect(asked).toEqual([])
  })
})

test('the build reads nothing from test/ and makes no demo', () => {
  const texts = ['vite.config.ts', 'src/run/build.mjs'].map(sourceAt).flatMap(textsOf)
  expect(texts.filter((text) => text.startsWith('test/'))).toEqual([])
})

describe('planted imports', () => {
  const planted: readonly [what: string, path: string, text: string, reason: string][] = [
    [
      'console to server',
      'src/console/data/api/x.ts',
      "import { env } from '#server/env.ts'",
      'src/console/data/api/x.ts may not import src/server/env.ts: console knows no server',
    ],
    [
      'server to console',
      'src/server/routes/x.ts',
      "import type { Theme } from '#console/theme.ts'",
      'src/server/routes/x.ts may not import src/console/theme.ts: server knows no console',
    ],
    [
      'contract to server by re-export',
      'src/contract/x.ts',
      "export { env } from '#server/env.ts'",
      'src/contract/x.ts may not import src/server/env.ts: contract knows no server',
    ],
    [
      'contract to console by export *',
      'src/contract/x.ts',
      "export * from '#console/theme.ts'",
      'src/contract/x.ts may not import src/console/theme.ts: contract knows no console',
    ],
    [
      'contract to a package',
      'src/contract/x.ts',
      "import { z } from 'zod'",
      'src/contract/x.ts may not import zod: contract does without it',
    ],
    [
      'contract to Node',
      'src/contract/x.ts',
      "import 'node:fs'",
      'src/contract/x.ts may not import node:fs: contract does without it',
    ],
    [
      'contract to Node at run time',
      'src/contract/x.ts',
      "await import('node:fs')",
      'src/contract/x.ts may not import node:fs: contract does without it',
    ],
    [
      'a start script to the server',
      'src/run/x.mjs',
      "import '../server/main.ts'",
      'src/run/x.mjs may not import src/server/main.ts: run knows no server',
    ],
    [
      'session to data/api, which comes later,',
      'src/console/session/x.ts',
      "import { call } from '#console/data/api/call.ts'",
      'src/console/session/x.ts may not import src/console/data/api/call.ts: data/api comes after session',
    ],
    [
      'list to screens at run time',
      'src/console/list/x.ts',
      "const screens = await import('#console/screens/lists.ts')",
      'src/console/list/x.ts may not import src/console/screens/lists.ts: screens comes after list',
    ],
    [
      'console to all our own calls',
      'src/console/views/x.ts',
      "import { ownEndpoints } from '#contract/own-endpoints.ts'",
      'src/console/views/x.ts may not import src/contract/own-endpoints.ts: console imports single groups',
    ],
    [
      'rows to session in a type',
      'src/console/rows/x.ts',
      "export type Session = import('#console/session/session.ts').Session",
      'src/console/rows/x.ts may not import src/console/session/session.ts: session comes after rows',
    ],
    [
      'erp to auth',
      'src/server/erp/x.ts',
      "import { seal } from '#server/auth/seal.ts'",
      'src/server/erp/x.ts may not import src/server/auth/seal.ts: auth comes after erp',
    ],
    [
      'db to routes by the address of a worker',
      'src/server/db/x.ts',
      "new Worker(new URL('../routes/y.ts', import.meta.url))",
      'src/server/db/x.ts may not import src/server/routes/y.ts: routes comes after db',
    ],
    [
      'the source to its tests',
      'src/server/x.ts',
      "import { testApp } from '#test/support/server/app.ts'",
      'src/server/x.ts may not import test/support/server/app.ts: it is no room of src',
    ],
    [
      'a folder without a place',
      'src/server/helpers/x.ts',
      "import { env } from '#server/env.ts'",
      'src/server/helpers/x.ts may not import src/server/env.ts: helpers has no place in the line of server',
    ],
    [
      'a room that is not known',
      'src/shared/x.ts',
      "import { z } from '#contract/rules.ts'",
      'src/shared/x.ts may not import src/contract/rules.ts: the room of src/shared/x.ts is not known',
    ],
    [
      'a climb without an alias',
      'src/console/list/x.ts',
      "import { theme } from '../theme.ts'",
      'src/console/list/x.ts imports ../theme.ts without its alias',
    ],
  ]

  test.each(planted)('an import from %s is a breach', (_what, path, text, reason) => {
    expect(breachesOf({ path, text })).toEqual([reason])
  })

  const allowed: readonly [what: string, path: string, text: string][] = [
    [
      'an import of an earlier folder',
      'src/console/data/api/x.ts',
      "import '#console/session/session.ts'",
    ],
    [
      'an import within a folder',
      'src/console/data/api/x.ts',
      "import '#console/data/api/call.ts'",
    ],
    [
      'an import of the contract from any room',
      'src/server/erp/x.ts',
      "import '#contract/rules.ts'",
    ],
    [
      'an import of a style sheet next to its component',
      'src/console/ui/x.tsx',
      "import './x.module.css'",
    ],
    ['an import of a package', 'src/server/db/x.ts', "import { Pool } from 'pg'"],
    [
      'the address of a worker next to its owner',
      'src/server/db/x.ts',
      "new URL('./y.ts', import.meta.url)",
    ],
    ['an import in a comment', 'src/console/data/api/x.ts', "// import '#server/env.ts'"],
    ['an import in a string', 'src/console/data/api/x.ts', 'const t = "import \'#server/env.ts\'"'],
  ]

  test.each(allowed)('%s is no breach', (_what, path, text) => {
    expect(breachesOf({ path, text })).toEqual([])
  })

  test('each folder, file and room without a place is named once', () => {
    expect(
      placelessIn([
        'src/server/helpers/a.ts',
        'src/server/helpers/b.ts',
        'src/console/utils.ts',
        'src/shared/a.ts',
        'src/console/list/a.ts',
        'src/contract/records/a.ts',
      ]),
    ).toEqual([
      'helpers has no place in the line of server',
      'utils has no place in the line of console',
      'src/shared/a.ts is in no room',
    ])
  })
})
