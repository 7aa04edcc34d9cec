/** Folders stay small enough that their list of files can be read. */
import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { sourcesIn } from '#test/architecture/sources.ts'

const MAX_FILES = 21

const FILES = ['.ts', '.tsx', '.mjs', '.css', '.json', '.sql', '.html']

function filesPerFolder(): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { path } of ['src', 'test'].flatMap((folder) => sourcesIn(folder, FILES))) {
    const folder = posix.dirname(path)
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return counts
}

test('no folder of src or test holds more than 21 files of its own', () => {
  expect([...filesPerFolder()].filter(([, count]) => count > MAX_FILES)).toEqual([])
})
