/** Comments and documents lead to what they name. */
import { expect, test } from 'vitest'
import { brokenCitations, brokenLinks, documents } from '#test/architecture/citations.ts'
import { sourcesIn } from '#test/architecture/sources.ts'

const CODE = ['.ts', '.tsx', '.mjs', '.css', '.html', '.sql']

test('every document and section that a comment cites exists', () => {
  const sources = ['src', 'test'].flatMap((folder) => sourcesIn(folder, CODE))
  const others = sources.filter(({ path }) => !path.startsWith('test/architecture/citations'))
  expect(others.flatMap(brokenCitations)).toEqual([])
})

test('every relative link of a document leads to a file, and to a heading of it', () => {
  expect(documents().length).toBeGreaterThan(20)
  expect(documents().flatMap(brokenLinks)).toEqual([])
})

test('a planted wrong citation is found, also one that is broken over two lines', () => {
  const text = `/**
 * Sorted (decisions/console/no-such.md), as in specification.md
 * section 5 and 99, erp.md section 77.
 */`
  expect(brokenCitations({ path: 'a.ts', text })).toEqual([
    'a.ts cites decisions/console/no-such.md',
    'a.ts cites specification.md section 99',
    'a.ts cites erp.md section 77',
  ])
})

test('a planted wrong link is found, also one to a heading', () => {
  const text = `See [one](architecture.md), [two](no-such.md), [three](operations.md#no-such-heading)
and [four](https://example.com/no-such.md).

\`\`\`
[five](no-such.md)
\`\`\`
`
  expect(brokenLinks({ path: 'src/docs/a.md', text })).toEqual([
    'src/docs/a.md links to no-such.md',
    'src/docs/a.md links to operations.md#no-such-heading',
  ])
})
