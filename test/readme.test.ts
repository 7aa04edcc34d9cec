/** The README is true to what is there. */
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { settings } from '#server/env.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

describe('the README', () => {
  it('lists every setting with its purpose, what is expected and the default', () => {
    const rows = Object.values(settings).map(
      ({ name, purpose, expected, fallback }) =>
        `| \`${name}\` | ${purpose} | ${expected} | ${fallback ? `\`${fallback}\`` : ''} |`,
    )
    const listed = readme.split('\n').map((line) => line.replaceAll(/ +/g, ' ').trim())
    expect(listed.filter((line) => line.startsWith('| `') && line.endsWith(' |'))).toEqual(
      rows.map((row) => row.replaceAll(/ +/g, ' ')),
    )
  })

  it('names only files and folders that exist', () => {
    const named = [...readme.matchAll(/`((?:src|test)\/[\w./-]+)`|\]\(([\w./-]+)\)/g)].map(
      ([, code, link]) => code ?? link ?? '',
    )
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((path) => !existsSync(new URL(`../${path}`, import.meta.url)))).toEqual([])
  })

  it('names every npm command', () => {
    const { scripts } = JSON.parse(
      readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
    ) as { scripts: Record<string, string> }
    const unnamed = Object.keys(scripts).filter(
      (name) => !readme.includes(`npm run ${name}`) && !readme.includes(`npm ${name}`),
    )
    expect(unnamed).toEqual([])
  })
})
