import { spawn, spawnSync } from 'node:child_process'
import { ROOT } from '../../src/run/program.mjs'

/** How long to wait for the last output of a command that has exited while a process it left behind holds the pipe. */
const LAST_WORDS_MS = 1_000

/** @typedef {{ code: number | null, output: string, timedOut: boolean }} Outcome code: null when a signal ended it */

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()

/**
 * Runs a Node program in the project's folder, and ends it with all its child processes when the time is up.
 * @param {readonly string[]} args the arguments for Node
 * @param {{ timeoutMs: number, env?: Record<string, string>, show?: boolean }} options show: print its stderr as it comes
 * @returns {Promise<Outcome>} never rejects
 */
export function runNode(args, { timeoutMs, env, show = false }) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A process group of its own, so that its child processes can be ended with it.
      detached: process.platform !== 'win32',
    })
    running.add(child)
    let output = ''
    let timedOut = false
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text))
    if (show) child.stderr.pipe(process.stderr)
    const limit = setTimeout(() => {
      timedOut = true
      killTree(child)
    }, timeoutMs)

    /** @param {number | null} code */
    const end = (code) => {
      clearTimeout(limit)
      running.delete(child)
      resolve({ code, output: plain(output), timedOut })
    }
    child.on('error', (error) => {
      output += `\n${error.message}`
      end(null)
    })
    child.on('exit', (code) => {
      killTree(child)
      const close = () => end(code)
      child.once('close', close)
      setTimeout(close, LAST_WORDS_MS).unref()
    })
  })
}

/** Ends every command that is still running. */
export function killAll() {
  for (const child of running) killTree(child)
}

/** @param {import('node:child_process').ChildProcess} child */
function killTree(child) {
  if (child.pid === undefined) return
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(child.pid), '/T', '/F'])
    return
  }
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // The whole group has ended already.
  }
}

/**
 * Text without terminal colours.
 * @param {string} text
 */
export function plain(text) {
  // oxlint-disable-next-line no-control-regex -- the pattern matches the escape character
  return text.replace(/\u001b\[[0-9;]*m/g, '')
}
