/** Writes the results of the last runs of `npm run bench` into the documents: `node test/bench/quote.mjs`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UserError, ROOT, run, say } from '../../src/run/program.mjs'

const CACHE = join(ROOT, 'node_modules', '.cache', 'dockside', 'bench')
const PAGE = join(ROOT, 'src', 'docs', 'performance.md')
const BETWEEN = /(<!-- bench: begin[^>]*-->\n)[^]*?(<!-- bench: end -->)/

await run(async () => {
  const page = readFileSync(PAGE, 'utf8')
  if (!BETWEEN.test(page)) throw new UserError('performance.md has no place for the bench.')
  const quoted = `\n${read('quote.md')}\n`
  writeFileSync(
    PAGE,
    page.replace(BETWEEN, (_, begin, end) => `${begin}${quoted}${end}`),
  )
  say('performance.md quotes the last runs; format it with `npm run format`.')
})

/** @param {string} name */
function read(name) {
  try {
    return readFileSync(join(CACHE, name), 'utf8')
  } catch {
    throw new UserError('There is no finished run to quote: start `npm run bench` first.')
  }
}
