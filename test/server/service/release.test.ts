/** A release: what `npm run release` packs, unpacked in an empty folder, with the packages of its own lockfile. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { writeRelease } from '../../../src/run/release.mjs'
import { addressOf, end, startBuilt } from '#test/support/server/built-server.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

test('an unpacked release starts with its production packages alone and serves the console', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dockside-release-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const release = join(folder, 'release')
  writeRelease(release)
  linkPackages(release)

  const server = startBuilt(
    // Without it Node would look for packages where the links lead to, next to all the others.
    { DATA_DIR: join(folder, 'data'), PORT: '0', NODE_OPTIONS: '--preserve-symlinks' },
    undefined,
    { program: join(release, 'src', 'run', 'start-built.mjs') },
  )
  const address = await addressOf(server)
  expect((await fetch(`${address}/api/health`)).status).toBe(200)
  const page = await fetch(`${address}/login`, { headers: { accept: 'text/html' } })
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toMatch(/^text\/html/)
  await end(server)
})

/** Links the packages that `npm ci --omit=dev` would install, and no others. */
function linkPackages(release: string): void {
  const { packages } = JSON.parse(readFileSync(join(release, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, object>
  }
  const isNested = (path: string) => path.lastIndexOf('node_modules/') > 0
  for (const path of Object.keys(packages).filter((each) => each !== '' && !isNested(each))) {
    mkdirSync(dirname(join(release, path)), { recursive: true })
    symlinkSync(join(ROOT, path), join(release, path))
  }
}
