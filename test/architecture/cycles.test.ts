/** No file needs another that needs it, not even for a type. */
import { expect, test } from 'vitest'
import { importCycles } from '#test/architecture/cycles.ts'
import { sourcesIn } from '#test/architecture/sources.ts'

test('no files of src import each other in a circle', () => {
  expect(importCycles(sourcesIn('src', ['.ts', '.tsx', '.mjs']))).toEqual([])
})

test('a planted circle is found, also one of types alone, and a later import is none', () => {
  const sources = [
    ['src/server/a.ts', "import { b } from '#server/b.ts'"],
    ['src/server/b.ts', "export type C = import('#server/c.ts').C"],
    ['src/server/c.ts', "import type { A } from '#server/a.ts'"],
    ['src/server/d.ts', "const a = await import('#server/e.ts')"],
    ['src/server/e.ts', "import '#server/d.ts'; export * from '#server/a.ts'"],
  ].map(([path = '', text = '']) => ({ path, text }))
  expect(importCycles(sources)).toEqual([['src/server/a.ts', 'src/server/b.ts', 'src/server/c.ts']])
})
