/** The console's own host, which need not be where the calls go: its settings, its files, and which version it has. */
import { CONFIG_PATH } from '#contract/config.ts'
import { startIdleTimeout } from '#console/data/api/idle-timeout.ts'

/** A file may take long on a weak link, but not stand still. */
const MOVES_WITHIN_MS = 20_000
const PAGE = '/index.html'
/** A host that has no such file may answer with its page. */
const SCRIPT = /javascript/
/** What the page of every version has, and a page of the network on the way to it has not. */
const OWN_SCRIPT = /<script type="module"[^>]* src="\/assets\//

/** What the host answers where the settings beside the page are to be. */
export function askForSettings(): Promise<Response> {
  return fetch(CONFIG_PATH, { cache: 'no-cache' })
}

/**
 * Has the browser fetch a script to the end, so that it lies in its cache when it is imported.
 * @throws where it does not come
 */
export async function fetchScript(path: string): Promise<void> {
  const watch = startIdleTimeout(MOVES_WITHIN_MS)
  try {
    const answer = await fetch(path, { signal: watch.signal })
    if (!answer.ok || !SCRIPT.test(answer.headers.get('content-type') ?? ''))
      throw new Error(`${path} answered ${String(answer.status)}`)
    const reader = answer.body?.getReader()
    while (reader && !(await reader.read()).done) watch.moved()
  } finally {
    watch.stop()
  }
}

/** Whether the host has another version of the console than the page that is open; not where it does not answer. */
export async function hasOtherVersion(): Promise<boolean> {
  try {
    // An address of its own: the service worker would answer with the page of this version.
    const answer = await fetch(`${PAGE}?at=${String(Date.now())}`, { cache: 'no-store' })
    const page = answer.ok ? await answer.text() : ''
    return OWN_SCRIPT.test(page) && !scriptsHere().every((path) => page.includes(`"${path}"`))
  } catch {
    return false
  }
}

/** Of the page that is open; each has a sum of its content in its name. */
function scriptsHere(): string[] {
  const scripts = document.querySelectorAll<HTMLScriptElement>('script[type="module"][src]')
  return [...scripts].map(({ src }) => new URL(src).pathname)
}
