/** Takes the README's pictures of the demo: `node test/demo/pictures.mjs`. */
import { spawn } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { TOTP } from 'otpauth'
import { chromium } from 'playwright-core'

const PORT = '8099'
const FOLDER = new URL('pictures/', import.meta.url)
const TABLET = { width: 1180, height: 820 }

const demo = spawn(process.execPath, ['test/demo/demo.mjs'], {
  env: { ...process.env, PORT },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const output = await new Promise((resolve) => {
  let text = ''
  demo.stdout.on('data', (chunk) => {
    text += String(chunk)
    if (/Present code\s+\d{6}/.test(text)) resolve(text)
  })
})
/** @param {string} label */
const told = (label) => new RegExp(`${label} +(\\S+)`).exec(output)?.[1] ?? ''

await mkdir(FOLDER, { recursive: true })
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
const page = await browser.newPage({ viewport: TABLET, baseURL: told('Address') })
await page.goto('/login')
await page.getByLabel('Username').fill(told('User name'))
await page.getByLabel('Password', { exact: true }).fill(told('Password'))
await page.getByRole('button', { name: 'Sign In', exact: true }).click()
await page
  .getByLabel('Authenticator code')
  .fill(new TOTP({ secret: told('Authenticator secret') }).generate())
// A complete code submits itself.
await page.waitForURL('**/dashboard')
for (const [name, path, colorScheme] of /** @type {const} */ ([
  ['dashboard', '/dashboard', 'light'],
  ['bins', '/bins', 'light'],
  ['exceptions', '/exceptions', 'light'],
  ['dashboard-dark', '/dashboard', 'dark'],
])) {
  await page.emulateMedia({ colorScheme })
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: new URL(`${name}.png`, FOLDER).pathname })
}
await browser.close()
demo.kill('SIGTERM')
