/** The page of the console's tests works on every version of Node. */
import { expect, test } from 'vitest'
import pageEnvironment from '#test/support/console/page-environment.ts'

type Global = Record<string, unknown>

/** A page set up on a global object where Node already defines a name. */
async function pageOver(name: string, get: () => unknown) {
  const node: Global = {}
  Object.defineProperty(node, name, { get, configurable: true })
  const page = await pageEnvironment.setup(node, {})
  const { window } = node['jsdom'] as { window: Global }
  return { node, window, teardown: () => page.teardown(node) }
}

// Node 25 defines the first two; XPathResult is an example of what a later version may define.
test.each(['localStorage', 'sessionStorage', 'XPathResult'])(
  'the page has its own %s although Node defines one that is undefined',
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
  'the page keeps the %s of Node, which the server in the same process relies on',
  async (name) => {
    const { node, teardown } = await pageOver(name, () => 'of Node')
    expect(node[name]).toBe('of Node')
    await teardown()
  },
)
