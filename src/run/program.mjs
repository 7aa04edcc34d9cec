/** Shared by the programs that run before anything is built: the root folder, output and failures. */
import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { endWithNpm } from './end-with-npm.mjs'

/** The folder that holds package.json, without a trailing slash. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

/** A failure that its message explains in full; a stack would add nothing. */
export class UserError extends Error {}

/**
 * Prints one line for the person at the terminal. Uses stderr: stdout belongs to the program that was started.
 * @param {string} line
 */
export function say(line) {
  process.stderr.write(`${line}\n`)
}

/**
 * Whether a module is the started program and not an import of another one.
 * @param {string} moduleUrl its `import.meta.url`
 */
export function isProgram(moduleUrl) {
  const started = process.argv[1]
  return started !== undefined && realpathSync(started) === fileURLToPath(moduleUrl)
}

/**
 * Runs a program to its end, or until the npm that started it has gone. A {@link UserError} prints its message and sets
 * exit status 1.
 * @param {() => Promise<void>} program
 */
export async function run(program) {
  endWithNpm()
  try {
    await program()
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    say(error.message)
    process.exitCode = 1
  }
}
