/** `npm run lighthouse`: runs Lighthouse on the built console, on the sign-in page and on a list after sign-in. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from '../../src/run/build.mjs'
import { ensureInstalled } from '../../src/run/ensure.mjs'
import { UserError, ROOT, run, say } from '../../src/run/program.mjs'
import { ensureLighthouse } from './install.mjs'
import { areGood, pageReport } from './report.mjs'

const RUNS = Number(process.env['LIGHTHOUSE_RUNS'] ?? 3)
const CATEGORIES = ['performance', 'accessibility', 'best-practices']
const LIST = '/bins'

await run(async () => {
  await ensureInstalled()
  await ensureBuilt()
  const { lighthouse, desktopConfig, puppeteer } = await ensureLighthouse()
  const { CHROMIUM_ARGS, findChromium } = await part('test/support/chromium.ts')
  const { path, version } = await findChromium()
  const demo = await startDemo()
  const browser = await puppeteer.launch({ executablePath: path, args: [...CHROMIUM_ARGS] })
  /**
   * @param {any} page
   * @param {string} where
   */
  const measure = async (page, where) => {
    for (const [device, config] of Object.entries({ desktop: desktopConfig, phone: undefined })) {
      const results = []
      for (let left = RUNS; left > 0; left -= 1) {
        const options = {
          onlyCategories: CATEGORIES,
          disableStorageReset: true,
          logLevel: 'silent',
        }
        const { lhr } = await lighthouse(demo.address + where, options, config, page)
        results.push(lhr)
      }
      if (!areGood(results)) process.exitCode = 1
      process.stdout.write(pageReport(`${where}, ${device}`, results))
    }
  }
  try {
    process.stdout.write(
      `${version}, load ${loadavg()[0]?.toFixed(1) ?? '?'}, ${String(RUNS)} runs each\n`,
    )
    const page = await browser.newPage()
    await measure(page, '/login')
    await signIn(page, demo)
    await page.goto(demo.address + LIST)
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => null))
    await measure(page, LIST)
  } finally {
    await browser.close()
    await demo.stop()
  }
})

/**
 * A module that is written in TypeScript.
 * @param {string} path
 */
async function part(path) {
  const { runnerImport } = await import('vite')
  return (
    await runnerImport(join(ROOT, path), { root: ROOT, configFile: false, logLevel: 'error' })
  ).module
}

/** The real server with made-up data. A measured page is hidden for a moment and must not lock. */
async function startDemo() {
  const { freePort } = await part('test/support/server/free-port.ts')
  const { readAnnouncement } = await part('test/browser/support/demo.ts')
  const child = spawn(process.execPath, [join(ROOT, 'test/demo/demo.mjs')], {
    env: { ...process.env, PORT: String(await freePort()), HIDDEN_GRACE_TAB_MS: 'off' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const output = await new Promise((resolve, reject) => {
    let said = ''
    child.stdout.on('data', (chunk) => {
      said += String(chunk)
      if (/Present code\s+\d{6}/.test(said)) resolve(said)
    })
    child.once('exit', () => reject(new UserError(`The demo did not start: ${said}`)))
  })
  return {
    ...readAnnouncement(output),
    stop: async () => {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

/**
 * @param {any} page
 * @param {{ address: string, username: string, password: string, secret: string }} demo
 */
async function signIn(page, { address, username, password, secret }) {
  const { codeAt } = await part('src/server/auth/totp.ts')
  say('Signing in…')
  await page.goto(`${address}/login`)
  await page.locator('input[autocomplete~=username]').fill(username)
  await page.locator('input[type=password]').fill(password)
  await page.locator('button[type=submit]').click()
  // A complete code submits itself.
  await page.locator('input[autocomplete=one-time-code]').fill(codeAt(secret, Date.now()))
  await page.waitForFunction(() => location.pathname === '/dashboard')
}
