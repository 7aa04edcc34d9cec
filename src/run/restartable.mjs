import { spawn } from 'node:child_process'
import { once } from 'node:events'

const GRACE_MS = 10_000

/**
 * A Node program that can be restarted. Restarts queue up, so that two programs never run at the same time.
 * @param {string} program path of the program
 * @param {{ cwd: string, env: NodeJS.ProcessEnv }} options
 * @returns {{ restart: () => Promise<void>, stop: () => Promise<void> }}
 */
export function restartable(program, options) {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child
  let turn = Promise.resolve()
  let stopped = false

  const end = async () => {
    const ending = child
    child = undefined
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    const exit = once(ending, 'exit')
    ending.kill('SIGTERM')
    const kill = setTimeout(() => ending.kill('SIGKILL'), GRACE_MS)
    await exit
    clearTimeout(kill)
  }
  const begin = async () => {
    await end()
    if (!stopped) child = spawn(process.execPath, [program], { ...options, stdio: 'inherit' })
  }
  return {
    restart: () => (turn = turn.then(begin)),
    stop: () => {
      stopped = true
      return (turn = turn.then(end))
    },
  }
}
