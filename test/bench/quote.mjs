/** Writes what the last `npm run bench` found into the README: `node test/bench/quote.mjs`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal, ROOT, run, say } from '../../src/run/program.mjs'

const CACHE = join(ROOT, 'node_modules', '.cache', 'dockside', 'bench')
const README = join(ROOT, 'README.md')
const BETWEEN = /(<!-- bench: begin[^>]*-->\n)[^]*?(<!-- bench: end -->)/

await run(async () => {
  const { at, browser, machine, load, seconds, rounds, lines } = JSON.parse(read('result.json'))
  const readme = readFileSync(README, 'utf8')
  if (!BETWEEN.test(readme)) throw new Refusal('README.md has no place for the bench.')
  /** @param {string} verdict */
  const count = (verdict) =>
    lines.filter((/** @type {{ verdict: string }} */ line) => line.verdict === verdict).length
  const words = [
    `${String(at).slice(0, 10)}, ${browser}, ${machine}, load ${Number(load).toFixed(1)} at the start, ${rounds} rounds in ${seconds} s:`,
    `${count('ahead')} ahead of the best peer, ${count('tie')} tied, ${count('behind')} behind.`,
  ]
  const quoted = `\n${words.join(' ')}\n\n${read('result.md')}\n`
  writeFileSync(
    README,
    readme.replace(BETWEEN, (_, begin, end) => `${begin}${quoted}${end}`),
  )
  say('README.md quotes the last run; format it with `npx oxfmt README.md`.')
})

/** @param {string} name */
function read(name) {
  try {
    return readFileSync(join(CACHE, name), 'utf8')
  } catch {
    throw new Refusal('There is no finished run to quote: start `npm run bench` first.')
  }
}
