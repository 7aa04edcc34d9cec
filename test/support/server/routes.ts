import type { FastifyInstance } from 'fastify'

/** One branch of the tree that Fastify prints, such as `│   └── /:username (PUT, HEAD)`. */
const BRANCH = /^((?:│ {3}| {4})*)(?:├── |└── )(\S*)(?: \(([A-Z, ]+)\))?$/

/** Every route of an app, such as `GET /api/health`, sorted by path. */
export function routesOf(app: FastifyInstance): string[] {
  const above: string[] = []
  const routes = app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      if (line === '') return []
      const [, indent = '', part = '', methods = ''] = BRANCH.exec(line) ?? []
      if (part === '') throw new Error(`not a branch of the route tree: ${line}`)
      const depth = indent.length / 4
      const path = (depth === 0 ? '' : (above[depth - 1] ?? '')) + part
      above[depth] = path
      return methods === '' ? [] : methods.split(', ').map((method) => `${method} ${path}`)
    })
  return routes.toSorted()
}
