import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { madeUpMachine } from '#test/run/machine/machine.ts'
import { CHROMIUM_ARGS, findChromium, type Playwright } from '#test/support/chromium.ts'

const OWN = '/home/someone/.cache/ms-playwright/chromium/chrome'

function playwright(broken: readonly string[] = []): Playwright {
  return {
    ownPath: () => OWN,
    versionOf: (path) =>
      broken.includes(path) ? Promise.reject(new Error('crashed\nlog')) : Promise.resolve('156.0'),
    installArgs: ['cli.js', 'install', 'chromium'],
  }
}

test('CHROMIUM_PATH comes before everything else', async () => {
  const env = { CHROMIUM_PATH: '/opt/my/chromium', PATH: '/usr/bin' }
  const machine = madeUpMachine(new Set(['/usr/bin/chromium']), { env })
  const found = await findChromium(machine, playwright())
  expect(found).toEqual({ path: '/opt/my/chromium', version: 'Chromium 156.0' })
})

test('a CHROMIUM_PATH that does not work is an error, not a reason to take another', async () => {
  const env = { CHROMIUM_PATH: '/opt/my/chromium', PATH: '/usr/bin' }
  const machine = madeUpMachine(new Set(['/usr/bin/chromium']), { env })
  await expect(findChromium(machine, playwright(['/opt/my/chromium']))).rejects.toThrow(
    'CHROMIUM_PATH names no Chromium that works: /opt/my/chromium does not start (crashed).',
  )
})

test('Chromium is preferred to Chrome, and a browser that does not start is skipped', async () => {
  const files = new Set(['/usr/bin/google-chrome', '/usr/bin/chromium-browser', OWN])
  const both = await findChromium(madeUpMachine(files), playwright())
  expect(both.path).toBe('/usr/bin/chromium-browser')
  const one = await findChromium(madeUpMachine(files), playwright(['/usr/bin/chromium-browser']))
  expect(one).toEqual({ path: '/usr/bin/google-chrome', version: 'Google Chrome 156.0' })
})

test('a browser outside the PATH is found in the usual places', async () => {
  const chrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
  const machine = madeUpMachine(new Set([chrome]), { platform: 'darwin' })
  expect((await findChromium(machine, playwright())).path).toBe(chrome)
})

test("Playwright's own browser is used where it is installed", async () => {
  const machine = madeUpMachine(new Set([OWN]))
  expect((await findChromium(machine, playwright())).path).toBe(OWN)
  expect(machine.ran).toEqual([])
})

test('root on Debian installs Chromium, with fresh package lists when the first attempt fails', async () => {
  const files = new Set(['/usr/bin/apt-get'])
  let updated = false
  const machine = madeUpMachine(files, { isRoot: true }, (command) => {
    if (command.endsWith(' update')) return (updated = true)
    if (updated) files.add('/usr/bin/chromium')
    return updated
  })
  expect((await findChromium(machine, playwright())).path).toBe('/usr/bin/chromium')
  expect(machine.ran.map((command) => /install|update/.exec(command)?.[0])).toEqual([
    'install',
    'update',
    'install',
  ])
  expect(machine.said).toHaveLength(1)
})

test("Playwright's own browser is installed where apt-get is not available", async () => {
  const files = new Set(['/usr/bin/apt-get'])
  const machine = madeUpMachine(files, {}, () => Boolean(files.add(OWN)))
  expect((await findChromium(machine, playwright())).path).toBe(OWN)
  expect(machine.ran).toEqual([`${process.execPath} cli.js install chromium`])
})

test('the error says what was tried when no browser can be had', async () => {
  const machine = madeUpMachine(new Set())
  await expect(findChromium(machine, playwright())).rejects.toThrow(
    'The browser tests need Chromium or Chrome; install one or set CHROMIUM_PATH to it. ' +
      "Tried: apt-get as root is not available; Playwright's install failed (no network).",
  )
})

test('every feature of Chromium that Playwright disables stays disabled', () => {
  const bundle = readFileSync('node_modules/playwright-core/lib/coreBundle.js', 'utf8')
  const [, list = ''] = /disabledFeatures = \[([^\]]*)\]/.exec(bundle) ?? []
  const theirs = [...list.matchAll(/^\s*"(\w+)"/gm)].map(([, name]) => name)
  const ours = CHROMIUM_ARGS.filter((arg) => arg.startsWith('--disable-features='))
  expect(ours).toHaveLength(1)
  expect(theirs.length).toBeGreaterThan(10)
  expect(theirs.filter((name) => !ours[0]?.split(/[=,]/).includes(String(name)))).toEqual([])
})
