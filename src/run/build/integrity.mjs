/**
 * Gives each file that the service worker may cache a digest: a captive portal that starts during an update answers
 * with its own page, which would otherwise be cached as a script. The page itself comes last and has no digest,
 * because some hosts change it on its way. By then a file with a digest has already failed.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const PAGE = 'index.html'

/**
 * Returns a transform for the manifest that workbox makes.
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
 * The digest in the form of the `integrity` attribute.
 * @param {Buffer} content
 */
export function integrityOf(content) {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`
}
