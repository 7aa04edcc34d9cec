/** One process at a time, on one machine. A lock whose process has died is taken over. */
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { digestOf } from './digest.mjs'
import { Refusal, say } from './program.mjs'

const WAIT_MS = 10 * 60_000
const LOOK_EVERY_MS = 200

/**
 * Does the work while no other process does the work of that name for the same folder.
 * The lock lies in the temporary directory, where a broken-off run leaves nothing behind in the project.
 * @param {string} root the folder that the work is about
 * @param {string} name
 * @param {() => Promise<void>} work
 * @param {number} [waitMs] how long to wait for the other process
 * @throws {Refusal} when the other process takes longer
 */
export async function oneAtATime(root, name, work, waitMs = WAIT_MS) {
  const file = join(tmpdir(), `dockside-${name}-${digestOf([root]).slice(0, 16)}.lock`)
  const until = Date.now() + waitMs
  for (let attempt = 1; !take(file); attempt += 1) {
    if (attempt === 2) say(`Waiting for another process that is at the same ('${name}')…`)
    if (Date.now() > until)
      throw new Refusal(
        `Another process has been at '${name}' for too long. If none is running, delete ${file}.`,
      )
    await pause(LOOK_EVERY_MS)
  }
  try {
    await work()
  } finally {
    rmSync(file, { force: true })
  }
}

/**
 * A link to a complete file either appears with its content or not at all, so nobody reads a lock without an owner.
 * @param {string} file
 */
function take(file) {
  const mine = `${file}.${process.pid}`
  writeFileSync(mine, String(process.pid))
  try {
    linkSync(mine, file)
    return true
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    dropIfDead(file)
    return false
  } finally {
    rmSync(mine, { force: true })
  }
}

/**
 * Only removes; taking comes a pause later, so that of two who saw the same dead owner neither removes the other's lock.
 * @param {string} file
 */
function dropIfDead(file) {
  try {
    const owner = ownerOf(file)
    // Looked at again: one that was alive may have let go and ended meanwhile, and the lock be the next one's.
    if (!isAlive(owner) && ownerOf(file) === owner) rmSync(file, { force: true })
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
}

/** @param {string} file */
function ownerOf(file) {
  return Number(readFileSync(file, 'utf8'))
}

/**
 * An owner with our own number is a process that died earlier: numbers come round again, in containers at once.
 * @param {number} pid
 */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return pid !== process.pid
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
