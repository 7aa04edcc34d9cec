/** Writes the results of the last runs of the benches into the documents: `node test/bench/quote.mjs`. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UserError, ROOT, run, say } from '../../src/run/program.mjs'

const CACHE = join(ROOT, 'node_modules', '.cache', 'dockside', 'bench')
const PAGE = join(ROOT, 'src', 'docs', 'performance.md')

/** The places of the page that quote a result, by the name in their marks. */
const RESULTS = {
  bench: 'quote.md',
  'bench:changes': 'changes.md',
  'bench:find': 'find.md',
  'bench:link': 'link.md',
  'bench:memory': 'memory.md',
}

await run(async () => {
  let page = readFileSync(PAGE, 'utf8')
  let quotes = 0
  for (const [name, file] of Object.entries(RESULTS)) {
    const between = new RegExp(`(<!-- ${name}: begin[^>]*-->\\n)[^]*?(<!-- ${name}: end -->)`)
    if (!between.test(page)) throw new UserError(`performance.md has no place for ${name}.`)
    const result = read(file)
    if (result === null) {
      say(`There is no finished run of ${name} to quote.`)
      continue
    }
    page = page.replace(between, (_, begin, end) => `${begin}\n${result}\n${end}`)
    quotes += 1
  }
  if (quotes === 0) throw new UserError('Nothing was quoted.')
  writeFileSync(PAGE, page)
  say('performance.md quotes the last runs; format it with `npm run format`.')
})

/**
 * The text of a result; null if there is none.
 * @param {string} name
 */
function read(name) {
  const path = join(CACHE, name)
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}
