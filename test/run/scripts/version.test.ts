import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { versionOf } from '../../../src/run/version.mjs'
import { temporaryFolder } from '#test/run/temporary-folder.ts'

function git(folder: string, ...args: readonly string[]): string {
  const author = ['-c', 'user.name=x', '-c', 'user.email=x@example.com']
  return execFileSync('git', [...author, ...args], { cwd: folder, encoding: 'utf8' }).trim()
}

test('a version names the commit, and is marked dirty when files have changed since', () => {
  const folder = temporaryFolder()
  const manifest = join(folder, 'package.json')
  writeFileSync(manifest, '{"version": "1.2.3"}')
  expect(versionOf(folder)).toBe('1.2.3')

  git(folder, 'init', '--quiet')
  git(folder, 'add', '.')
  git(folder, 'commit', '--quiet', '--message', 'first')
  const commit = git(folder, 'rev-parse', '--short=7', 'HEAD')
  expect(versionOf(folder)).toBe(`1.2.3+${commit}`)
  writeFileSync(manifest, '{"version": "1.2.4"}')
  expect(versionOf(folder)).toBe(`1.2.4+${commit}-dirty`)

  const inside = join(folder, 'unpacked')
  mkdirSync(inside)
  writeFileSync(join(inside, 'package.json'), '{"version": "3.0.0"}')
  expect(versionOf(inside)).toBe('3.0.0')
})
