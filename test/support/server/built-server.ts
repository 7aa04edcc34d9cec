/** The built server as a separate process, as `npm start` runs it; killed after the test that started it. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished } from 'vitest'

/** What `npm start` runs. */
export const PROGRAM = fileURLToPath(new URL('../../../dist/server/main.js', import.meta.url))

/**
 * Arguments of Node. A third of a start is compiling the embedded database a second time, for speed that a short run does not
 * need.
 */
export const FLAGS = ['--liftoff-only']

export interface BuiltServer {
  readonly pid: number
  /** Standard output so far, parsed as JSON lines; throws if a line is not JSON. */
  readonly lines: () => Record<string, unknown>[]
  /** Standard error so far. */
  readonly errors: () => string
  /** Resolves with the first line whose message matches; rejects if the process ends before. */
  readonly said: (message: RegExp) => Promise<Record<string, unknown>>
  readonly kill: (signal: NodeJS.Signals) => void
  /** Resolves when the process has ended: with its status, or null after a signal. */
  readonly ended: Promise<number | null>
}

/** The address of a server, once its start cannot fail any more. */
export async function addressOf(server: BuiltServer): Promise<string> {
  const { msg } = await server.said(/^Server listening at /)
  await server.said(/ is ready at /)
  return String(msg).replace('Server listening at ', '')
}

/** Stops a server cleanly. */
export async function end(server: BuiltServer): Promise<void> {
  server.kill('SIGTERM')
  expect(await server.ended).toBe(0)
}

/** The output of a server that refuses to start. */
export async function refusalOf(server: BuiltServer): Promise<string[]> {
  expect(await server.ended).toBe(1)
  expect(server.lines()).toEqual([])
  return server.errors().split('\n').slice(0, -1)
}

interface Run {
  readonly program?: string
  readonly account?: { readonly uid?: number; readonly gid?: number }
}

/**
 * Starts the server.
 * @param env all its settings: none are inherited from this process
 * @param inTheEnd registers the hook that kills it if it still runs. Files share this module, so a hook
 * here would belong to the first file only
 * @param run another build, or another account that runs it
 */
export function startBuilt(
  env: Readonly<Record<string, string>>,
  inTheEnd: (kill: () => Promise<void>) => void = onTestFinished,
  { program = PROGRAM, account = {} }: Run = {},
): BuiltServer {
  if (!existsSync(program)) throw new Error('dist/server is missing: run `npm run build` first')
  const child = spawn(process.execPath, [...FLAGS, program], {
    ...account,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { out: '', err: '' }
  const waiting = new Set<() => void>()
  const tell = (): void => waiting.forEach((look) => look())
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.out += text
    tell()
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.err += text
  })
  let isOver = false
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      isOver = true
      tell()
      resolve(code)
    })
  })
  const lines = (): Record<string, unknown>[] =>
    output.out
      .split('\n')
      .slice(0, -1)
      .map((line): Record<string, unknown> => Object(JSON.parse(line)))

  const server: BuiltServer = {
    pid: child.pid ?? 0,
    lines,
    errors: () => output.err,
    said: (message) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = lines().find(({ msg }) => typeof msg === 'string' && message.test(msg))
          if (!found && !isOver) return
          waiting.delete(look)
          if (found) resolve(found)
          else reject(new Error(`the server ended without saying ${message}: ${output.err}`))
        }
        waiting.add(look)
        look()
      }),
    kill: (signal) => void child.kill(signal),
    ended,
  }
  inTheEnd(async () => {
    server.kill('SIGKILL')
    await server.ended
  })
  return server
}
