/**
 * Loads the files of a lazily loaded part. Browsers remember that a module failed to load and do
 * not request it again while the page lives (https://github.com/whatwg/html/issues/6768). So
 * nothing is imported before its files have arrived, and a retry really retries. The build puts
 * this in place of Vite's own helper (src/run/build/whole-parts.mjs).
 */
import { fetchScript } from '#console/data/api/host/console-host.ts'
import { offerIfReplaced } from '#console/data/api/host/new-version.ts'
import { yieldToMain } from '#console/data/api/run-chunked.ts'

/** A file of a part did not arrive. */
export class FileLoadError extends Error {
  override readonly name = 'FileLoadError'
}

const arrived = new Set<string>()
/** Scripts that parts import; settles once the script has been evaluated, or has failed. */
const evaluations = new Map<string, Promise<void>>()
/** Files under way: a page may be opened while it is being preloaded. */
const coming = new Map<string, Promise<void>>()

/**
 * Imports a part once its files have arrived.
 * @param files paths on the host, including style sheets; files the page already has are allowed
 * @throws FileLoadError if a file does not arrive; the caller may retry
 */
export async function loadPart<T>(
  importPart: () => Promise<T>,
  files: readonly string[] = [],
): Promise<T> {
  try {
    await Promise.all(
      files
        .map((file) => `/${file}`)
        .filter(isMissing)
        .map(fetchFile),
    )
  } catch (thrown) {
    void offerIfReplaced()
    throw new FileLoadError(String(thrown), { cause: thrown })
  }
  await evaluateOneByOne(files)
  return importPart()
}

/**
 * Evaluates scripts that a part imports, each in a task of its own. Together with the part they would block a slow
 * tablet for a tenth of a second. A part that opens at the same time waits for the scripts it shares: its own script
 * would evaluate them along with itself.
 * @param files the part's own script first, then what it imports
 */
async function evaluateOneByOne([, ...imported]: readonly string[]): Promise<void> {
  for (const path of imported.map((file) => `/${file}`)) {
    if (!path.endsWith('.js')) continue
    const evaluation = evaluations.get(path) ?? evaluate(path)
    evaluations.set(path, evaluation)
    await evaluation
  }
}

/** A failure is the part's as well, and its import reports it. */
function evaluate(path: string): Promise<void> {
  return import(/* @vite-ignore */ path).catch(() => undefined).then(yieldToMain)
}

function isMissing(path: string): boolean {
  return !arrived.has(path) && !document.querySelector(`[src$="${path}"], [href$="${path}"]`)
}

function fetchFile(path: string): Promise<void> {
  const under = coming.get(path) ?? (path.endsWith('.css') ? addStyles(path) : fetchScript(path))
  coming.set(path, under)
  return under.then(
    () => {
      arrived.add(path)
      coming.delete(path)
    },
    (thrown: unknown) => {
      coming.delete(path)
      throw thrown
    },
  )
}

function addStyles(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.crossOrigin = ''
    link.href = path
    // Marks it as not part of the page itself, which works without it (boot.js).
    link.dataset['part'] = ''
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      link.remove()
      reject(new Error(`${path} did not come`))
    })
    document.head.append(link)
  })
}
