/** Circles among the imports of files. */
import { importedAtOnce } from '#test/architecture/imports.ts'
import type { Source } from '#test/architecture/sources.ts'

/**
 * Groups of files that import each other, directly or through others; imports of types count, and `import()` at run
 * time does not, because it waits until the file itself is loaded.
 * https://en.wikipedia.org/wiki/Tarjan%27s_strongly_connected_components_algorithm
 */
export function importCycles(sources: readonly Source[]): string[][] {
  const imports = new Map(sources.map((source) => [source.path, importedAtOnce(source)]))
  const order = new Map<string, number>()
  const path: string[] = []
  const cycles: string[][] = []

  const visit = (file: string): number => {
    const at = order.size
    order.set(file, at)
    path.push(file)
    let low = at
    for (const target of imports.get(file) ?? []) {
      if (!imports.has(target)) continue
      if (!order.has(target)) low = Math.min(low, visit(target))
      else if (path.includes(target)) low = Math.min(low, order.get(target) ?? low)
      if (target === file) cycles.push([file])
    }
    if (low === at) {
      const group = path.splice(path.indexOf(file))
      if (group.length > 1) cycles.push(group.toSorted())
    }
    return low
  }

  for (const file of imports.keys()) if (!order.has(file)) visit(file)
  return cycles
}
