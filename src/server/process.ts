/** The server as a process: exit status, signals, and uncaught errors. */
import { isatty } from 'node:tty'
import type { FastifyBaseLogger } from 'fastify'
import { BadSettings } from '#server/env.ts'
import type { RunningServer, StartOptions } from '#server/start.ts'

/**
 * Runs a server until a signal ends it: status 0 after a clean stop, 1 if it cannot start or continue.
 * Wrong settings are reported on standard error, a sentence each.
 * @param start creates the log and starts the server; it also reads the settings, so that wrong ones are
 * reported
 */
export async function runAsProcess(
  start: (
    onDeath: StartOptions['onDeath'],
  ) => Promise<{ server: RunningServer; log: FastifyBaseLogger }>,
): Promise<void> {
  const endOnSignals = listenToSignals()
  const reloadOnHangUp = listenToHangUp()
  try {
    let die = (error: Error): void => giveUp(error.message)
    const { server, log } = await start((error) => die(error))
    die = (error) => void endWith(error, server, log)
    endOnSignals(server, log)
    reloadOnHangUp(server)
    logUncaught(log)
  } catch (error) {
    if (error instanceof BadSettings) giveUp(...error.sentences)
    throw error
  }
}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const

/**
 * The first signal stops cleanly, the second at once. A signal during the start ends the process, as
 * without a listener. The listener is installed anyway, so that no signal is lost between the line that
 * says that the server is ready and what follows.
 * @returns a function that says which server to stop
 */
function listenToSignals(): (server: RunningServer, log: FastifyBaseLogger) => void {
  let stop: ((signal: NodeJS.Signals) => void) | null = null
  const end = (signal: NodeJS.Signals): void => {
    if (stop) return stop(signal)
    for (const one of SIGNALS) process.off(one, end)
    process.kill(process.pid, signal)
  }
  for (const one of SIGNALS) process.on(one, end)
  return (server, log) => {
    stop = (signal) => {
      stop = () => process.exit(1)
      log.info({ signal }, 'stopping')
      server.stop().then(
        () => process.exit(0),
        (err: unknown) => {
          log.fatal({ err }, 'could not stop cleanly')
          process.exit(1)
        },
      )
    }
  }
}

/**
 * SIGHUP asks a service to read its certificate again, and does nothing else. In a terminal it says that the terminal
 * is closed, which ends the server like any other program there.
 * @returns a function that says which server to ask
 */
function listenToHangUp(): (server: RunningServer) => void {
  if (process.platform === 'win32' || isatty(0)) return () => undefined
  let reload = (): void => undefined
  process.on('SIGHUP', () => reload())
  return (server) => {
    reload = server.reload
  }
}

/** Pending requests are answered before the process ends. */
async function endWith(error: Error, server: RunningServer, log: FastifyBaseLogger): Promise<void> {
  log.fatal({ err: error }, 'the server cannot continue')
  await server.stop().catch((err: unknown) => log.error({ err }, 'could not stop cleanly'))
  giveUp(error.message)
}

/** A bug: the state is unknown, so the process ends. The data is safe at any moment. */
function logUncaught(log: FastifyBaseLogger): void {
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'uncaught error, exiting')
    process.exit(1)
  })
}

function giveUp(...sentences: readonly string[]): never {
  for (const sentence of sentences) process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
