/**
 * Runs a throwaway Postgres server as a separate process for the process that started it. When that one
 * ends for whatever reason, the pipe to stdin closes; then the server stops and its folder is deleted.
 * Plain JavaScript, because Node runs it as it is.
 *
 * Its order is in PGKEEPER_ORDER, where other users cannot read it, as JSON: `{ initdb, postgres, port,
 * password, uid?, gid? }`. It answers with one line of JSON on stdout: `{ "ready": true }` or `{ "failed":
 * "…" }`. Afterwards it takes one word per line on stdin: `fast` and `immediate` stop the server like
 * pg_ctl and are answered with `{ "stopped": true }`, `start` starts it again and is answered like the
 * order.
 */
import { spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const { initdb, postgres, port, password, uid, gid } = JSON.parse(
  process.env['PGKEEPER_ORDER'] ?? '{}',
)
const folder = mkdtempSync(join(tmpdir(), 'dockside-postgres-'))
const data = join(folder, 'data')

/** Settings of a Postgres client in the environment would affect initdb and the server as well. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^PG|^LC_|^LANG/.test(name)),
)
const asServerUser = { cwd: folder, env, ...(uid === undefined ? {} : { uid, gid }) }

/** @type {import('node:child_process').ChildProcess | undefined} */
let server

/** @param {{ ready: true } | { stopped: true } | { failed: string }} word */
function answer(word) {
  process.stdout.write(`${JSON.stringify(word)}\n`)
}

function makeCluster() {
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (uid !== undefined) for (const path of [folder, passwordFile]) chownSync(path, uid, gid)
  const args = ['-D', data, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`]
  const made = spawnSync(initdb, [...args, '-E', 'UTF8', '--no-locale', '--no-sync'], asServerUser)
  if (made.status === 0) return true
  answer({ failed: `initdb: ${made.error?.message ?? String(made.stderr).trim()}` })
  return false
}

/**
 * Without fsync a suite does not wait for the disk. Tests kill processes, never the machine, so no written
 * data is lost.
 */
function startServer() {
  const address = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', `port=${port}`]
  const settings = ['fsync=off', ...address]
  const child = spawn(postgres, ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
    ...asServerUser,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  server = child
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    if (said.includes('ready to accept connections')) return
    said += text
    if (said.includes('ready to accept connections')) answer({ ready: true })
  })
  child.on('error', (error) => finish({ failed: `postgres: ${error.message}` }))
  child.on('exit', () => finish({ failed: `postgres: ${said.trim()}` }))
}

/** @param {{ failed: string }} [word] */
function finish(word) {
  if (word) answer(word)
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  process.exit(0)
}

/** SIGQUIT ends the server at once, without cleaning up data that is no longer needed. */
function stop() {
  if (!server || server.exitCode !== null || server.signalCode !== null) finish()
  else
    server
      .removeAllListeners('exit')
      .on('exit', () => finish())
      .kill('SIGQUIT')
}

/** @type {Partial<Record<string, NodeJS.Signals>>} */
const STOPS = { fast: 'SIGINT', immediate: 'SIGQUIT' }

/** @param {string} word */
function obey(word) {
  const signal = STOPS[word]
  if (word === 'start') startServer()
  else if (server && signal)
    server
      .removeAllListeners('exit')
      .on('exit', () => answer({ stopped: true }))
      .kill(signal)
}

createInterface({ input: process.stdin }).on('line', obey).on('close', stop)
process.stdin.on('error', stop)
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP']))
  process.on(signal, stop)

if (makeCluster()) startServer()
else finish()
