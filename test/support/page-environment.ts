/**
 * jsdom, with code compiled as for Node: the real server runs in the same process as the page under
 * test, and finds its files by `import.meta.url`, which is the page's address in a browser's code.
 */
import { builtinEnvironments, type Environment } from 'vitest/runtime'

const pageEnvironment: Environment = {
  ...builtinEnvironments.jsdom,
  name: 'page',
  viteEnvironment: 'ssr',
}

// Vitest loads an environment by its default export.
// oxlint-disable-next-line import/no-default-export -- https://vitest.dev/guide/environment.html#custom-environment
export default pageEnvironment
