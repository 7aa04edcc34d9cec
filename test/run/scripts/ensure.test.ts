import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { installDigest } from '../../../src/run/ensure.mjs'
import { ROOT } from '../../../src/run/program.mjs'
import { temporaryFolder } from '#test/run/temporary-folder.ts'

const manifest = {
  scripts: { start: 'node src/run/start.mjs' },
  dependencies: { react: '19.3.1' },
  overrides: { rollup: '4.67.4' },
}

test('a change of scripts or version alone does not install the packages again', () => {
  const changed = { ...manifest, scripts: { start: 'node elsewhere.mjs' }, version: '2.0.0' }
  expect(installDigest(changed, 'lock')).toBe(installDigest(manifest, 'lock'))
})

test.each([
  ['the lockfile', manifest, 'another lock'],
  ['a dependency', { ...manifest, dependencies: { react: '19.3.2' } }, 'lock'],
  ['a development dependency', { ...manifest, devDependencies: { vite: '8.3.8' } }, 'lock'],
  ['an override', { ...manifest, overrides: {} }, 'lock'],
])('a change of %s installs the packages again', (_, changed, lockfile) => {
  expect(installDigest(changed, lockfile)).not.toBe(installDigest(manifest, 'lock'))
})

test('the program refuses to install through a link, so the packages of another project stay', () => {
  const [project, other] = [temporaryFolder(), temporaryFolder()]
  for (const path of ['package.json', 'package-lock.json', 'src/run'])
    cpSync(join(ROOT, path), join(project, path), { recursive: true })
  mkdirSync(join(other, 'react'))
  writeFileSync(join(other, '.dockside-stamp'), 'of the other project')
  symlinkSync(other, join(project, 'node_modules'))

  const { status, stderr } = spawnSync(process.execPath, ['src/run/ensure.mjs'], {
    cwd: project,
    encoding: 'utf8',
  })
  expect(stderr).toBe(
    `${join(project, 'node_modules')} is a link to packages that are not those of this project, ` +
      'and nothing is installed through it: remove the link and try again.\n',
  )
  expect(status).toBe(1)
  expect(readdirSync(other)).toEqual(['.dockside-stamp', 'react'])
})
