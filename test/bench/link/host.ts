/** The real server with made-up data for the link bench. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { keepProven, signInSuperAdmin } from '#test/browser/support/api.ts'
import { readAnnouncement } from '#test/browser/support/demo.ts'
import type { Host } from '#test/browser/support/new-account.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const READY = /Present code\s+\d{6}/

export interface StartedHost extends Host {
  readonly stop: () => Promise<void>
}

/** Starts the built demo with this many inventory rows. A page that is hidden while it is measured does not lock. */
export async function startHost(rows: number): Promise<StartedHost> {
  const child = spawn(process.execPath, [join(ROOT, 'test/demo/demo.mjs')], {
    cwd: ROOT,
    env: { ...process.env, PORT: '0', DEMO_ROWS: String(rows), HIDDEN_GRACE_TAB_MS: 'off' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const output = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (READY.test(said)) resolve(said)
    })
    child.once('exit', () => reject(new Error(`The demo did not start: ${said}`)))
  })
  const demo = readAnnouncement(output)
  const superAdminToken = await signInSuperAdmin(demo)
  const stopProving = keepProven(demo, superAdminToken)
  return {
    address: demo.address,
    superAdminToken,
    stop: async () => {
      stopProving()
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}
