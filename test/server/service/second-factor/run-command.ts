/** Runs the command `second-factor` of the build. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { FLAGS, PROGRAM } from '#test/support/server/built-server.ts'

/** Runs the command with the settings of the server. */
export async function command(env: Readonly<Record<string, string>>, ...words: readonly string[]) {
  const program = join(dirname(PROGRAM), 'second-factor.js')
  const child = spawn(process.execPath, [...FLAGS, program, ...words], { env })
  const said: string[] = []
  child.stdout.on('data', (text: Buffer) => said.push(String(text)))
  child.stderr.on('data', (text: Buffer) => said.push(String(text)))
  await once(child, 'close')
  return { status: child.exitCode, said: said.join('') }
}
