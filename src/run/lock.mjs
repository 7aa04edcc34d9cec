/** A file lock between the processes of one machine. A lock whose process has died is taken over. */
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { digestOf } from './digest.mjs'
import { UserError, say } from './program.mjs'

const WAIT_MS = 10 * 60_000
const LOOK_EVERY_MS = 200

/**
 * Runs work while no other process runs work of that name for the same folder.
 * The lock is a file in the temporary directory, so an interrupted run leaves nothing in the project.
 * @param {string} root the folder that the work is about
 * @param {string} name
 * @param {() => Promise<void>} work
 * @param {number} [waitMs] how long to wait for the other process
 * @throws {UserError} when the other process takes longer
 */
export async function withLock(root, name, work, waitMs = WAIT_MS) {
  const file = join(tmpdir(), `dockside-${name}-${digestOf([root]).slice(0, 16)}.lock`)
  const until = Date.now() + waitMs
  for (let attempt = 1; !take(file); attempt += 1) {
    if (attempt === 2) say(`Waiting for another process that is at the same ('${name}')…`)
    if (Date.now() > until)
      throw new UserError(
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
 * Creates the lock as a hard link to a complete file: it appears with its content or not at all, so no process reads a
 * lock without an owner.
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
 * Only removes the lock; the caller takes it after a pause. If two processes see the same dead owner, neither removes
 * the other's new lock.
 * @param {string} file
 */
function dropIfDead(file) {
  try {
    const owner = ownerOf(file)
    // Read the owner again: a live one may have released the lock and exited, and the lock may be the next one's.
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
 * An owner with our own pid is a process that died earlier: pids are reused, in containers at once.
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
