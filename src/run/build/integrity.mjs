/**
 * What the service worker may keep of a build: each file with a digest, because a captive portal that begins while
 * an update is fetched answers with a page of its own, which would be kept for a script. The page itself comes
 * last and without one: some hosts change it on its way, and before it a file with a digest has failed.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const PAGE = 'index.html'

/**
 * A transform of the manifest that workbox makes.
 * @param {string} folder of the build
 */
export function withIntegrity(folder) {
  /**
   * @template {{ url: string }} Entry
   * @param {Entry[]} entries
   */
  return (entries) => {
    const others = entries.filter(({ url }) => url !== PAGE)
    const page = entries.filter(({ url }) => url === PAGE)
    return {
      manifest: [
        ...others.map((entry) => {
          const path = join(folder, entry.url)
          return existsSync(path) ? { ...entry, integrity: integrityOf(readFileSync(path)) } : entry
        }),
        ...page,
      ],
      warnings: [],
    }
  }
}

/**
 * As the browser checks it.
 * @param {Buffer} content
 */
export function integrityOf(content) {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`
}
