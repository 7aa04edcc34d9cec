/** Further versions of a built console, as in a deployment: every hashed file has a new name. */
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { integrityOf } from '../../../src/run/build/integrity.mjs'

const TEXTS = new Set(['.js', '.css', '.html'])

export interface Versions {
  /** The folder of a version; its index.html names it in a `version` meta element. */
  readonly folder: (name: string) => string
  readonly remove: () => void
}

/** Makes versions of the console in a folder, which remains unchanged. */
export function makeVersions(built: string, names: readonly string[]): Versions {
  const root = mkdtempSync(join(tmpdir(), 'dockside-versions-'))
  const folder = (name: string): string => join(root, name)
  for (const name of names) {
    cpSync(built, folder(name), { recursive: true })
    rename(folder(name), name)
  }
  return { folder, remove: () => rmSync(root, { recursive: true, force: true }) }
}

function rename(folder: string, version: string): void {
  const assets = readdirSync(join(folder, 'assets')).filter((name) => !/\.(br|gz)$/.test(name))
  const renamed = assets.map((name): [string, string] => {
    const kind = extname(name)
    return [name, `${name.slice(0, -kind.length)}${version}${kind}`]
  })
  for (const path of [...assets.map((name) => join('assets', name)), 'index.html', 'sw.js']) {
    if (!TEXTS.has(extname(path))) continue
    let text = readFileSync(join(folder, path), 'utf8')
    for (const [before, after] of renamed) text = text.replaceAll(before, after)
    text = text.replace('<head>', `<head><meta name="version" content="${version}" />`)
    // The worker identifies files without a hash in their names by a checksum of their content.
    text = text.replace(/(url:"index\.html",revision:")/, `$1${version}`)
    // It accepts no file whose content has another digest; it is written last.
    text = text.replace(/(url:"([^"]+)",[^{}]*integrity:")[^"]*/g, (_entry, before, url) => {
      const [old = url] = renamed.find(([, now]) => url === `assets/${now}`) ?? []
      const file = join(folder, old === url ? url : join('assets', old))
      return `${before}${integrityOf(readFileSync(file))}`
    })
    writeFileSync(join(folder, path), text)
  }
  for (const [before, after] of renamed) {
    renameSync(join(folder, 'assets', before), join(folder, 'assets', after))
  }
}
