import { spawn } from 'node:child_process'
import { Refusal, say } from './program.mjs'

/** @type {['SIGINT', 'SIGTERM', 'SIGHUP']} */
const ENDINGS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs a command and shows what it said only when it failed. A signal to this process ends the command too.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, shell?: boolean, failure: string }} options failure: the sentence for a command that failed
 * @returns {Promise<void>}
 * @throws {Refusal} with the sentence
 */
export function quietly(command, args, { failure, ...options }) {
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
      reject(new Refusal(`${failure} '${command}' could not be started: ${error.message}.`))
    })
    child.on('close', (code, signal) => {
      stopListening()
      if (code === 0) return resolve()
      say(output.trimEnd())
      reject(
        new Refusal(
          `${failure} It ended with ${signal ?? `exit status ${code}`}; its own words stand above.`,
        ),
      )
    })
  })
}
