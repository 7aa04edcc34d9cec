import { spawn } from 'node:child_process'
import { UserError, say } from './program.mjs'

/** @type {['SIGINT', 'SIGTERM', 'SIGHUP']} */
const ENDINGS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs a command and prints its output only when it failed. A signal to this process also ends the command.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, shell?: boolean, failure: string }} options failure: the message when the command fails
 * @returns {Promise<void>}
 * @throws {UserError} with that message
 */
export function runCommand(command, args, { failure, ...options }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text))

    /** @param {NodeJS.Signals} signal */
    const endBoth = (signal) => {
      child.kill(signal)
      stopListening()
      process.kill(process.pid, signal)
    }
    const stopListening = () => ENDINGS.forEach((signal) => process.off(signal, endBoth))
    ENDINGS.forEach((signal) => process.on(signal, endBoth))

    child.on('error', (error) => {
      stopListening()
      reject(new UserError(`${failure} '${command}' could not be started: ${error.message}.`))
    })
    child.on('close', (code, signal) => {
      stopListening()
      if (code === 0) return resolve()
      say(output.trimEnd())
      reject(
        new UserError(
          `${failure} It ended with ${signal ?? `exit status ${code}`}; its output is above.`,
        ),
      )
    })
  })
}
