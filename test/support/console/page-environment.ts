/**
 * jsdom, with code compiled as for Node: the real server runs in the same process as the page under
 * test, and finds its files by `import.meta.url`, which is the page's address in a browser's code.
 */
import { runInNewContext } from 'node:vm'
import { builtinEnvironments, type Environment } from 'vitest/runtime'

/** What is Node's own in a page of the tests too, on every Node: jsdom's cannot be mixed with Node's streams and timers. */
const OF_NODE: ReadonlySet<string> = new Set([
  'AbortController',
  'AbortSignal',
  'Headers',
  'TextDecoder',
  'TextEncoder',
  'URL',
  'URLSearchParams',
  'atob',
  'btoa',
  'clearInterval',
  'clearTimeout',
  'console',
  'crypto',
  'performance',
  'queueMicrotask',
  'setInterval',
  'setTimeout',
])

/** What belongs to the language, such as `Array` and, on newer ones, `Iterator`. */
const OF_THE_LANGUAGE: ReadonlySet<string> = new Set(
  runInNewContext('Object.getOwnPropertyNames(globalThis)') as string[],
)

type Global = Record<string, unknown>

const pageEnvironment: Environment = {
  ...builtinEnvironments.jsdom,
  name: 'page',
  viteEnvironment: 'ssr',
  setup: async (global: Global, options) => {
    const before = Object.getOwnPropertyDescriptors(global)
    const page = await builtinEnvironments.jsdom.setup(global, options)
    keepLanguage(before, global)
    const shadowed = shadowedBy(before, global)
    for (const name of Object.keys(shadowed)) showPage(global, name)
    return {
      teardown: async (torn: Global) => {
        Object.defineProperties(torn, shadowed)
        await page.teardown(torn)
      },
    }
  },
}

type Descriptors = Record<string, PropertyDescriptor>

/** Vitest replaces `ArrayBuffer` and `Uint8Array`, and the server would no longer know its own bytes as such. */
function keepLanguage(before: Descriptors, global: Global): void {
  for (const name of OF_THE_LANGUAGE)
    if (before[name]) Object.defineProperty(global, name, before[name])
}

/**
 * What the page has and Node still covers. Vitest prefers the page for the names that it knows; each
 * Node brings new ones, such as the `localStorage` of Node 25, which is undefined without a file.
 */
function shadowedBy(before: Descriptors, global: Global): Descriptors {
  const now: Descriptors = Object.getOwnPropertyDescriptors(global)
  const isOfNode = (name: string): boolean =>
    before[name] !== undefined &&
    before[name].get === now[name]?.get &&
    before[name].value === now[name]?.value
  const names = Object.getOwnPropertyNames(pageOf(global)).filter(
    (name) => isOfNode(name) && !OF_NODE.has(name) && !OF_THE_LANGUAGE.has(name),
  )
  return Object.fromEntries(names.map((name) => [name, before[name] ?? {}]))
}

/** As Vitest does it: tests may put something of their own in its place. */
function showPage(global: Global, name: string): void {
  let isReplaced = false
  let replacement: unknown
  Object.defineProperty(global, name, {
    configurable: true,
    get: () => (isReplaced ? replacement : pageOf(global)[name]),
    set: (value) => {
      isReplaced = true
      replacement = value
    },
  })
}

function pageOf(global: Global): Global {
  return (global['jsdom'] as { readonly window: Global }).window
}

// Vitest loads an environment by its default export.
// oxlint-disable-next-line import/no-default-export -- https://vitest.dev/guide/environment.html#custom-environment
export default pageEnvironment
