/** README and operations.md agree with the code. */
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readEnv } from '#server/env.ts'
import { settings } from '#server/env/settings.ts'
import { type CollectionMapping, STANDARD_MAPPING } from '#server/erp/pull/mapping.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const operations = readFileSync(new URL('../src/docs/operations.md', import.meta.url), 'utf8')
const erp = readFileSync(new URL('../src/docs/erp.md', import.meta.url), 'utf8')

describe('the documents', () => {
  it('operations.md lists every setting with its purpose, expected value and default', () => {
    const rows = Object.values(settings).map(
      ({ name, purpose, expected, fallback }) =>
        `| \`${name}\` | ${purpose} | ${expected} | ${fallback ? `\`${fallback}\`` : ''} |`,
    )
    const listed = operations.split('\n').map((line) => line.replaceAll(/ +/g, ' ').trim())
    expect(listed.filter((line) => line.startsWith('| `') && line.endsWith(' |'))).toEqual(
      rows.map((row) => row.replaceAll(/ +/g, ' ')),
    )
  })

  it('erp.md lists every area, table and column of ERP_MAPPING with its default', () => {
    const areas = Object.entries<CollectionMapping>(STANDARD_MAPPING)
    const rows = areas.map(([area, { table, columns }]) => {
      const named = Object.entries(columns).map(([name, column]) => {
        const fallback = column === null ? ': none' : `: \`${column}\``
        return `\`${name}\`${column === name ? '' : fallback}`
      })
      return `| \`${area}\` | \`${table}\` | ${named.join(', ')} |`
    })
    const listed = erp.split('\n').map((line) => line.replaceAll(/ +/g, ' ').trim())
    const names = areas.map(([area]) => `| \`${area}\` |`)
    expect(listed.filter((line) => names.some((name) => line.startsWith(name)))).toEqual(rows)
  })

  it('the README names only files and folders that exist', () => {
    const named = [
      ...readme.matchAll(/`((?:src|test)\/[\w./-]+)`|\]\(([\w./-]+)(?:#[\w-]+)?\)/g),
    ].map(([, code, link]) => code ?? link ?? '')
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((path) => !existsSync(new URL(`../${path}`, import.meta.url)))).toEqual([])
  })

  it('the README names every npm command', () => {
    const { scripts } = JSON.parse(
      readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
    ) as { scripts: Record<string, string> }
    const unnamed = Object.keys(scripts).filter(
      (name) => !readme.includes(`npm run ${name}`) && !readme.includes(`npm ${name}`),
    )
    expect(unnamed).toEqual([])
  })
})

describe('the service in operations.md', () => {
  const [, , text = ''] = /```(ini)\n([^]*?)```/.exec(operations) ?? []
  const unit = text.split('\n').map((line) => line.trim())
  const valuesOf = (name: string): string[] =>
    unit.filter((line) => line.startsWith(`${name}=`)).map((line) => line.slice(name.length + 1))

  it('every line of the unit is a section or a value', () => {
    const lines = unit.filter((line) => line !== '')
    expect(
      lines.filter((line) => !/^(\[(Unit|Service|Install)\]|[A-Z]\w+=\S.*)$/.test(line)),
    ).toEqual([])
    expect(lines.filter((line) => line.startsWith('['))).toEqual([
      '[Unit]',
      '[Service]',
      '[Install]',
    ])
  })

  it('the service does not start without its file of settings', () => {
    expect(valuesOf('EnvironmentFile')).toEqual(['/etc/dockside.env'])
  })

  it('the service restarts after an outage of the database, with a delay and without a limit', () => {
    const [service, others] = [unit.indexOf('[Service]'), unit.indexOf('StartLimitIntervalSec=0')]
    expect(valuesOf('Restart')).toEqual(['on-failure'])
    expect(Number(valuesOf('RestartSec')[0])).toBeGreaterThanOrEqual(1)
    expect(others > 0 && others < service).toBe(true)
  })

  it('the service sets only known settings, to valid values', () => {
    const pairs = valuesOf('Environment').flatMap((line) => line.split(' '))
    const given = Object.fromEntries(pairs.map((pair) => pair.split('=') as [string, string]))
    const names = Object.values(settings).map(({ name }) => name)
    expect(Object.keys(given).filter((name) => !names.some((one) => one === name))).toEqual([])
    expect(() => readEnv(given)).not.toThrow()
  })

  it('the service stores its data outside the checkout, in a folder that systemd creates', () => {
    const [state] = valuesOf('StateDirectory')
    const environment = valuesOf('Environment').join(' ').split(' ')
    expect(environment).toContain(`DATA_DIR=/var/lib/${String(state)}`)
    expect(valuesOf('StateDirectoryMode')).toEqual(['0700'])
    expect(valuesOf('WorkingDirectory')[0]).not.toMatch(/^\/var\/lib/)
  })

  it('the service starts a program of the checkout', () => {
    const [command = '', program = ''] = (valuesOf('ExecStart')[0] ?? '').split(' ')
    expect(command).toBe('/usr/bin/node')
    expect(existsSync(new URL(`../${program}`, import.meta.url))).toBe(true)
  })
})
