/** What the programs that run before anything is built share: where they are, how they speak, how they give up. */
import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { endWithNpm } from './end-with-npm.mjs'

/** The folder that holds package.json, without a slash at its end. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

/** A failure that its message explains in full, so that the stack helps nobody. */
export class Refusal extends Error {}

/**
 * One line for the person at the terminal. Goes to stderr: stdout belongs to the program that was asked for.
 * @param {string} line
 */
export function say(line) {
  process.stderr.write(`${line}\n`)
}

/**
 * Whether a module is the program that was started, not one that another imported.
 * @param {string} moduleUrl its `import.meta.url`
 */
export function isProgram(moduleUrl) {
  const started = process.argv[1]
  return started !== undefined && realpathSync(started) === fileURLToPath(moduleUrl)
}

/**
 * Runs a program to its end, or to that of the npm that started it. A {@link HttpError} ends it with its sentence and exit
 * status 1.
 * @param {() => Promise<void>} program
 */
export async function run(program) {
  endWithNpm()
  try {
    await program()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    say(error.message)
    process.exitCode = 1
  }
}
