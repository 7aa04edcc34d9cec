/** How often it looks for its parent, in ms. */
const LOOK_EVERY_MS = 1_000
/** The signals that ask a program to shut down. SIGHUP is not among them: `nohup` may have turned it off. */
const SHUTDOWN_SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM'])

/**
 * Sends this process SIGTERM once the npm that started it is gone. A signal to npm alone ends npm and its shell but
 * leaves the program running, with its port and its data folder. Does nothing where npm did not start the program.
 * A program that is already shutting down gets no second signal, which would cut off the requests it still answers.
 */
export function endWithNpm() {
  if (process.env['npm_lifecycle_event'] === undefined) return
  const parent = process.ppid
  let isOrphaned = false
  const looking = setInterval(() => {
    if (process.ppid === parent) return
    // Wait one more look: a signal to the whole process group may still be on its way.
    if (isOrphaned) process.kill(process.pid, 'SIGTERM')
    isOrphaned = true
  }, LOOK_EVERY_MS)
  looking.unref()

  /** @param {NodeJS.Signals} signal */
  const onSignal = (signal) => {
    clearInterval(looking)
    for (const each of SHUTDOWN_SIGNALS) process.off(each, onSignal)
    // Without another listener the signal takes its default effect, as if this one had never been added.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
  }
  for (const each of SHUTDOWN_SIGNALS) process.on(each, onSignal)
}
