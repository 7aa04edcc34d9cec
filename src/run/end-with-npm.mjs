/** How often it looks for its parent, in ms. */
const LOOK_EVERY_MS = 1_000

/**
 * Ends this process, as SIGTERM would, once npm is gone. A signal to npm alone ends npm and its shell, and the program
 * would keep its port and its data folder with nobody to stop it. A program that npm did not start lives on.
 */
export function endWithNpm() {
  if (process.env['npm_lifecycle_event'] === undefined) return
  const parent = process.ppid
  const looking = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(looking)
    process.kill(process.pid, 'SIGTERM')
  }, LOOK_EVERY_MS)
  looking.unref()
}
