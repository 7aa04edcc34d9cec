/** The console's own host, which may differ from the API's: settings, files, and the deployed version. */
import { CONFIG_PATH } from '#contract/config.ts'
import { startIdleTimeout } from '#console/data/api/idle-timeout.ts'

/** A file may arrive slowly over a weak link, but must not stall. */
const MOVES_WITHIN_MS = 20_000
const PAGE = '/index.html'
/** A host without such a file may answer with its page. */
const SCRIPT = /javascript/
/** Every version's page contains this; a captive portal's page does not. */
const OWN_SCRIPT = /<script type="module"[^>]* src="\/assets\//

declare global {
  interface Window {
    /** The settings that boot.js has asked for; null if they did not arrive. */
    docksideSettings?: Promise<Response | null>
  }
}

/** Requests the settings file next to the page. The first answer may be on its way since boot.js. */
export async function askForSettings(): Promise<Response> {
  const early = window.docksideSettings
  delete window.docksideSettings
  return (await early) ?? fetch(CONFIG_PATH, { cache: 'no-cache' })
}

/**
 * Downloads a script completely, so that the browser has it cached when it is imported.
 * @throws if it does not arrive
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

/**
 * Requests a file of any kind.
 * @throws if it does not arrive
 */
export async function fetchFile(path: string): Promise<Response> {
  const answer = await fetch(path)
  if (!answer.ok) throw new Error(`${path} answered ${String(answer.status)}`)
  return answer
}

/**
 * Whether the host has a different version of the console than the open page; false if the host
 * does not answer.
 */
export async function hasOtherVersion(): Promise<boolean> {
  try {
    // A unique address, because the service worker would answer with the page of this version.
    const answer = await fetch(`${PAGE}?at=${String(Date.now())}`, { cache: 'no-store' })
    const page = answer.ok ? await answer.text() : ''
    return OWN_SCRIPT.test(page) && !scriptsHere().every((path) => page.includes(`"${path}"`))
  } catch {
    return false
  }
}

/** The scripts of the open page; each has a content hash in its name. */
function scriptsHere(): string[] {
  const scripts = document.querySelectorAll<HTMLScriptElement>('script[type="module"][src]')
  return [...scripts].map(({ src }) => new URL(src).pathname)
}
