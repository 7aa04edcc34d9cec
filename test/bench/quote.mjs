/** Writes what the last runs of `npm run bench` found into the README: `node test/bench/quote.mjs`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal, ROOT, run, say } from '../../src/run/program.mjs'

const CACHE = join(ROOT, 'node_modules', '.cache', 'dockside', 'bench')
const README = join(ROOT, 'README.md')
const BETWEEN = /(<!-- bench: begin[^>]*-->\n)[^]*?(<!-- bench: end -->)/

await run(async () => {
  const readme = readFileSync(README, 'utf8')
  if (!BETWEEN.test(readme)) throw new Refusal('README.md has no place for the bench.')
  const quoted = `\n${read('quote.md')}\n`
  writeFileSync(
    README,
    readme.replace(BETWEEN, (_, begin, end) => `${begin}${quoted}${end}`),
  )
  say('README.md quotes the last runs; format it with `npx oxfmt README.md`.')
})

/** @param {string} name */
function read(name) {
  try {
    return readFileSync(join(CACHE, name), 'utf8')
  } catch {
    throw new Refusal('There is no finished run to quote: start `npm run bench` first.')
  }
}
