/** The files of this repository as the architecture tests see them. */
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor, type ESTree } from 'vite'

export const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** A file: its path from the root, with forward slashes, and its text. */
export interface Source {
  readonly path: string
  readonly text: string
}

/**
 * All files of a folder with one of these extensions.
 * @throws Error when there are none, because a check of no files would always pass
 */
export function sourcesIn(folder: string, extensions: readonly string[]): Source[] {
  const paths = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => extensions.includes(extname(path)))
  if (paths.length === 0) throw new Error(`no files in ${folder}`)
  return paths.sort().map(sourceAt)
}

export function sourceAt(path: string): Source {
  return { path, text: readFileSync(join(ROOT, path), 'utf8') }
}

/** The syntax tree of a file, without comments. */
export function parsed({ path, text }: Source): ReturnType<typeof parseSync> {
  const result = parseSync(path, text)
  const [error] = result.errors
  if (error) throw new Error(`${path}: ${error.message}`)
  return result
}

/** Looks at each file once, because parsing takes long and many rules ask about the same files. */
export function oncePerFile<T>(look: (source: Source) => T): (source: Source) => T {
  const seen = new Map<string, { readonly found: T }>()
  return (source) => {
    const key = `${source.path}\n${source.text}`
    const known = seen.get(key) ?? { found: look(source) }
    seen.set(key, known)
    return known.found
  }
}

/**
 * The texts in a file: strings, templates with `{}` for each expression, and words between tags.
 * @example textsOf({ path: 'a.ts', text: "f('b', `c ${d}`)" }) // ['b', 'c {}']
 */
export const textsOf = oncePerFile((source): readonly string[] => {
  const texts: string[] = []
  new Visitor({
    Literal: ({ value }) => {
      if (typeof value === 'string') texts.push(value)
    },
    TemplateLiteral: ({ quasis }) => {
      texts.push(quasis.map(({ value }) => value.cooked ?? value.raw).join('{}'))
    },
    JSXText: ({ value }) => {
      const words = value.replace(/\s+/g, ' ').trim()
      if (words !== '') texts.push(words)
    },
  }).visit(parsed(source).program)
  return texts
})

const GLOBALS = new Set(['globalThis', 'window', 'self'])

/** Whether a file uses a global of this name: bare, or as a member of the global object. */
export function usesGlobal(source: Source, name: string): boolean {
  if (!source.text.includes(name)) return false
  let uses = false
  const names = (node: ESTree.Node): boolean => node.type === 'Identifier' && node.name === name
  const isGlobal = (node: ESTree.Node): boolean =>
    node.type === 'Identifier' && GLOBALS.has(node.name)
  const members = new Set<ESTree.Node>()
  new Visitor({
    MemberExpression: ({ object, property, computed }) => {
      if (!computed && !isGlobal(object)) members.add(property)
    },
    Property: ({ key, computed, shorthand }) => {
      if (!computed && !shorthand) members.add(key)
    },
    PropertyDefinition: ({ key }) => void members.add(key),
    MethodDefinition: ({ key }) => void members.add(key),
    TSPropertySignature: ({ key }) => void members.add(key),
    TSMethodSignature: ({ key }) => void members.add(key),
    Identifier: (node) => {
      if (names(node) && !members.has(node)) uses = true
    },
  }).visit(parsed(source).program)
  return uses
}
