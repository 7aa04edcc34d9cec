/** The page of the console's tests, on whatever Node they run. */
import { expect, test } from 'vitest'
import pageEnvironment from '#test/support/console/page-environment.ts'

type Global = Record<string, unknown>

/** A page over the global object of a Node that defines something of its own. */
async function pageOver(name: string, get: () => unknown) {
  const node: Global = {}
  Object.defineProperty(node, name, { get, configurable: true })
  const page = await pageEnvironment.setup(node, {})
  const { window } = node['jsdom'] as { window: Global }
  return { node, window, teardown: () => page.teardown(node) }
}

// Node 25 has the first two; XPathResult stands for what a later one may bring.
test.each(['localStorage', 'sessionStorage', 'XPathResult'])(
  'has a %s of its own, although Node defines one that is undefined',
  async (name) => {
    const { node, window, teardown } = await pageOver(name, () => undefined)
    expect(node[name]).toBeDefined()
    expect(node[name]).toBe(window[name])
    node[name] = 'replaced by a test'
    expect(node[name]).toBe('replaced by a test')
    await teardown()
    expect(node[name]).toBeUndefined()
  },
)

test.each(['AbortController', 'setTimeout', 'TextEncoder'])(
  'leaves %s to Node, on which the server in the same process relies',
  async (name) => {
    const { node, teardown } = await pageOver(name, () => 'of Node')
    expect(node[name]).toBe('of Node')
    await teardown()
  },
)
