/** Vitest's global set-up of the browser tests: finds Chromium and starts `npm run demo`. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { TestProject } from 'vitest/node'
import { announce } from '#test/support/announce.ts'
import { findChromium } from '#test/support/chromium.ts'
import { keepProven, signInSuperAdmin } from '#test/browser/support/api.ts'
import { readAnnouncement, type Demo } from '#test/browser/support/demo.ts'

const READY = /Present code\s+\d{6}/

declare module 'vitest' {
  interface ProvidedContext {
    readonly chromiumPath: string
    readonly demo: Demo
    /** Everything that the demo and its child processes have printed. */
    readonly demoOutput: string
    readonly superAdminToken: string
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const chromium = await findChromium()
  announce(chromium.version)
  const child = spawn(process.execPath, ['test/demo/demo.mjs'], {
    env: { ...process.env, PORT: '0', HIDDEN_GRACE_TAB_MS: '1000' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stderr.pipe(process.stderr)
  project.provide('chromiumPath', chromium.path)
  const output = await outputUntil(child, READY)
  project.provide('demoOutput', output)
  const demo = readAnnouncement(output)
  project.provide('demo', demo)
  const token = await signInSuperAdmin(demo)
  project.provide('superAdminToken', token)
  const stopProving = keepProven(demo, token)
  return async () => {
    stopProving()
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
}

/** The output of a process once it matches; rejects when the process ends first. */
function outputUntil(child: ChildProcess, expected: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text
        if (expected.test(output)) resolve(output)
      })
    child.once('error', reject)
    child.once('exit', (code) =>
      reject(new Error(`The demo ended with ${String(code)}: ${output}`)),
    )
  })
}
