/** What a file imports, and whether its room and its place allow it. */
import { isBuiltin } from 'node:module'
import { posix } from 'node:path'
import { Visitor } from 'vite'
import { oncePerFile, parsed, sourceAt, type Source } from '#test/architecture/sources.ts'

/** The rooms of `src`, and the rooms that each may import. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  contract: ['contract'],
  console: ['contract', 'console'],
  server: ['contract', 'server'],
  run: ['run'],
}

/** The folders of a room and the files next to them, in order: each may import only what comes before it. */
const LINES: Readonly<Record<string, readonly string[]>> = {
  console: [
    'tokens',
    'theme',
    'global',
    'styles',
    'later-styles',
    'rows/date-format',
    'rows/formats',
    'rows/chunked-task',
    'rows/derivation',
    'rows/carried',
    'rows/loose',
    'rows',
    'rows/exceptions',
    'rows/related',
    'session',
    'data/engine',
    'data/api',
    'data/device',
    'data/collections',
    'data/exceptions',
    'preferences',
    'ui',
    'ui/forms',
    'ui/scanner',
    'camera',
    'sync',
    'table/styles',
    'table/columns',
    'table/menu',
    'export/files',
    'export',
    'table/shaped-table',
    'table/rows',
    'table',
    'views',
    'list/details',
    'list',
    'factors',
    'related',
    'people',
    'people/admins',
    'people/mobile-users',
    'screens/records',
    'screens/erp-setup',
    'screens/public',
    'screens/security',
    'screens',
    'screens/exceptions',
    'screens/dashboard',
    'pwa',
    'find',
    'shell',
    'start',
    'router',
    'first-router',
    'app',
    'main',
  ],
  server: [
    'env',
    'log',
    'build-assets',
    'tls',
    'listen-address',
    'db/embedded',
    'db/cluster',
    'db/schema',
    'db',
    'db/repositories',
    'db/mirror',
    'erp/transport',
    'erp/pull',
    'erp/stock',
    'erp/proof',
    'erp/booking/meaning',
    'erp/booking',
    'erp',
    'mail',
    'auth',
    'context',
    'http',
    'routes',
    'app',
    'start',
    'process',
    'second-factor',
    'main',
  ],
}

/** All groups of our own calls, for the server; a page loads only the groups that it needs. */
const ALL_OWN_CALLS = 'src/contract/own-endpoints.ts'

/** The only packages that a room may import; other rooms may import any. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = { contract: ['zod/mini'] }

/** A style sheet is next to its component. */
const OWN_STYLES = /^\.\/[^/]+\.css$/

/** vite.config.ts loads these before aliases work. */
const LOADED_BY_CONFIG = new Set(['src/console/pwa/manifest.ts'])

interface Ask {
  readonly what: string
  /** When the file is loaded, later by `import()`, or as the address of a worker's file. */
  readonly how: 'at once' | 'later' | 'by address'
}

/** Why a file of `src` may not import what it imports; empty when it may. */
export function breachesOf(source: Source): string[] {
  const { path } = source
  const asks = asksOf(source).filter(({ what }) => !OWN_STYLES.test(what))
  return asks.flatMap((ask) => {
    const target = targetOf(path, ask.what)
    const reason =
      target === null ? reasonAgainstPackage(path, ask.what) : reasonAgainst(path, target)
    if (reason !== null) return [`${path} may not import ${target ?? ask.what}: ${reason}`]
    return climbs(path, ask) ? [`${path} imports ${ask.what} without its alias`] : []
  })
}

/** All imports of a file: static, re-exported, dynamic, in types, and addresses of files. */
export const asksOf = oncePerFile((source): readonly Ask[] => {
  const { module, program } = parsed(source)
  const asks: Ask[] = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => (moduleRequest ? [moduleRequest.value] : [])),
    ),
  ].map((what) => ({ what, how: 'at once' }))
  new Visitor({
    ImportExpression: ({ source: asked }) => {
      if (asked.type === 'Literal' && typeof asked.value === 'string')
        asks.push({ what: asked.value, how: 'later' })
    },
    TSImportType: ({ source: asked }) => void asks.push({ what: asked.value, how: 'at once' }),
    NewExpression: ({ callee, arguments: [address, base] }) => {
      const isUrl = callee.type === 'Identifier' && callee.name === 'URL'
      if (!isUrl || address?.type !== 'Literal' || base?.type !== 'MemberExpression') return
      if (typeof address.value === 'string' && /\.[cm]?[jt]sx?$/.test(address.value))
        asks.push({ what: address.value, how: 'by address' })
    },
  }).visit(program)
  return asks
})

/** The files that a file imports before its first line runs, and those of whose types it knows. */
export function importedAtOnce(source: Source): string[] {
  return asksOf(source)
    .filter(({ how }) => how === 'at once')
    .flatMap(({ what }) => targetOf(source.path, what) ?? [])
}

/**
 * The packages that a program needs before its first line runs: its own and those of all files it
 * imports at once.
 */
export function packagesBefore(path: string, seen = new Set<string>()): string[] {
  if (seen.has(path)) return []
  seen.add(path)
  return asksOf(sourceAt(path)).flatMap(({ what, how }) => {
    if (how !== 'at once') return []
    const target = targetOf(path, what)
    if (target !== null) return packagesBefore(target, seen)
    return isBuiltin(what) ? [] : [`${what} in ${path}`]
  })
}

/** The path that an import leads to, or null for a package. */
function targetOf(from: string, what: string): string | null {
  const [file = ''] = what.split('?')
  if (file.startsWith('.')) return posix.join(posix.dirname(from), file)
  const alias = /^#(\w+)\/(.*)$/.exec(file)
  if (!alias) return file.startsWith('/') ? file : null
  const [, room = '', rest = ''] = alias
  return room === 'test' ? `test/${rest}` : `src/${room}/${rest}`
}

function reasonAgainst(from: string, to: string): string | null {
  const here = placeOf(from)
  const there = placeOf(to)
  if (here === null || !ROOMS[here.room]) return `the room of ${from} is not known`
  if (there === null) return `it is no room of src`
  if (!ROOMS[here.room]?.includes(there.room)) return `${here.room} knows no ${there.room}`
  if (here.room === 'console' && to === ALL_OWN_CALLS) return 'console imports single groups'
  const line = LINES[here.room]
  if (here.room !== there.room || !line || here.folder === there.folder) return null
  for (const { folder } of [here, there])
    if (!line.includes(folder)) return `${folder} has no place in the line of ${here.room}`
  return line.indexOf(there.folder) < line.indexOf(here.folder)
    ? null
    : `${there.folder} comes after ${here.folder}`
}

function reasonAgainstPackage(from: string, name: string): string | null {
  const room = placeOf(from)?.room ?? ''
  return PACKAGES[room]?.includes(name) === false ? `${room} does without it` : null
}

/** Imports use the alias, except addresses of files. */
function climbs(from: string, { what, how }: Ask): boolean {
  if (how === 'by address' || !/\.tsx?$/.test(from) || LOADED_BY_CONFIG.has(from)) return false
  return what.startsWith('.')
}

/**
 * The longest entry of the room's order that a path begins with: `src/console/data/api/send.ts` is in
 * `data/api`, `src/server/env.ts` is `env`. Without one, the folder or the file itself.
 */
function placeOf(path: string): { room: string; folder: string } | null {
  const [src, room, ...rest] = path.split('/')
  const [first] = rest
  if (src !== 'src' || room === undefined || first === undefined) return null
  const inRoom = rest.join('/').replace(/(\.module)?\.\w+$/, '')
  const places = (LINES[room] ?? []).filter(
    (place) => inRoom === place || inRoom.startsWith(`${place}/`),
  )
  const [longest] = places.toSorted((a, b) => b.length - a.length)
  return { room, folder: longest ?? first.replace(/\..*$/, '') }
}

/** Folders of `src`, and files next to them, that have no place yet. Each new one needs a place in LINES. */
export function placelessIn(paths: readonly string[]): string[] {
  const reasons = paths.flatMap((path) => {
    const place = placeOf(path)
    if (place === null || !ROOMS[place.room]) return [`${path} is in no room`]
    const line = LINES[place.room]
    return !line || line.includes(place.folder)
      ? []
      : [`${place.folder} has no place in the line of ${place.room}`]
  })
  return [...new Set(reasons)]
}
