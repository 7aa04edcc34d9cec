/** What the compiler refuses: each file under test/compile holds one defect, or none. */
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { ROOT } from '#test/architecture/sources.ts'

/** Code and line of each compiler error in a file; none where the file is sound. */
type Refusals = Readonly<Record<string, readonly string[]>>

/** A file of another room is neither in the folder of this project nor in its list of files. */
const OTHER_ROOM = ['TS6059 in line 1', 'TS6307 in line 1']

const projects: Readonly<Record<string, Refusals>> = {
  contract: {
    'imports-node.ts': ['TS2591 in line 1'],
    'imports-the-console.ts': OTHER_ROOM,
    'imports-the-server.ts': OTHER_ROOM,
    'sound.ts': [],
    'touches-the-page.ts': ['TS2584 in line 1'],
    'touches-the-process.ts': ['TS2591 in line 1'],
  },
  console: {
    'imports-the-server.ts': OTHER_ROOM,
    'sound.ts': [],
    'touches-the-process.ts': ['TS2591 in line 1'],
  },
  server: {
    'imports-the-console.ts': OTHER_ROOM,
    'sound.ts': [],
    'touches-the-page.ts': ['TS2584 in line 1'],
  },
  links: {
    'call-with-wrong-body.tsx': ['TS2353 in line 4'],
    'call-without-parameter.tsx': ['TS2741 in line 4'],
    'reply-field.tsx': ['TS2322 in line 6'],
    'search-of-another.tsx': ['TS2353 in line 6'],
    'sound.tsx': [],
    'unknown-collection.tsx': ['TS2322 in line 8'],
    'unknown-column.tsx': ['TS2345 in line 9'],
    'unknown-group.tsx': ['TS2322 in line 7'],
    'unknown-search.tsx': ['TS2353 in line 6'],
    'unknown-shaped-column.tsx': ['TS2345 in line 10'],
    'wrong-path.tsx': ['TS2820 in line 5'],
    'wrong-search.tsx': ['TS2322 in line 6'],
    'wrong-way.tsx': ['TS2820 in line 6'],
  },
  routes: {
    'missing-reply-field.ts': ['TS2322 in line 7'],
    'missing-source.ts': ['TS2741 in line 5'],
    'sound.ts': [],
    'unknown-erp-column.ts': ['TS2322 in line 5'],
    'unknown-flag.ts': ['TS2820 in line 4'],
    'unknown-mapped-field.ts': ['TS2353 in line 5'],
    'unknown-parameter.ts': ['TS2339 in line 7'],
  },
}

/** Five compilers run in parallel with all other suites. */
const COMPILER_MS = 120_000

/** Several checkers would each resolve the same types again. */
const ONE_CHECKER = ['--checkers', '1']

/** The compiler errors of a project, by file. */
async function refusalsIn(project: string): Promise<Map<string, string[]>> {
  const folder = `test/compile/${project}`
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
  const args = ['-p', folder, '--pretty', 'false', ...ONE_CHECKER]
  const { stdout } = spawn(process.execPath, [compiler, ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const found = new Map<string, string[]>()
  for (const line of (await text(stdout)).split('\n')) {
    const said = /^(\S+?)\((\d+),\d+\): error (TS\d+):/.exec(line)
    const [, path = '', at = '', code = ''] = said ?? []
    const name = path.slice(folder.length + 1)
    if (path.startsWith(`${folder}/`))
      found.set(name, [...(found.get(name) ?? []), `${code} in line ${at}`])
  }
  return found
}

describe.each(Object.entries(projects))(
  'the compile project %s',
  { timeout: COMPILER_MS },
  (project, files) => {
    const refusals = refusalsIn(project)

    test('the table lists each file', () => {
      const names = readdirSync(join(ROOT, 'test/compile', project))
      expect(names.filter((name) => name !== 'tsconfig.json').sort()).toEqual(
        Object.keys(files).sort(),
      )
    })

    test.each(Object.entries(files))('the compiler reports for %s: %j', async (name, expected) => {
      expect((await refusals).get(name) ?? []).toEqual(expected)
    })

    test('the compiler reports errors in each defective file', async () => {
      expect((await refusals).size).toBe(
        Object.values(files).filter((expected) => expected.length > 0).length,
      )
    })
  },
)
