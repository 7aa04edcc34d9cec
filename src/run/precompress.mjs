/** A Vite plugin: the built assets also as `.br` and `.gz`, so that a weak link carries a quarter of them. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const WORTH_IT_BYTES = 1_024
const TEXT = /\.(js|css|svg|json)$/

/** @returns {import('vite').Plugin} */
export function precompress() {
  return {
    name: 'dockside:precompress',
    apply: 'build',
    async writeBundle({ dir }) {
      const assets = join(dir ?? '', 'assets')
      const names = (await readdir(assets)).filter((name) => TEXT.test(name))
      await Promise.all(names.map((name) => compress(join(assets, name))))
    },
  }
}

/** @param {string} path */
async function compress(path) {
  const content = await readFile(path)
  if (content.length < WORTH_IT_BYTES) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params }))
  await writeFile(
    `${path}.gz`,
    await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  )
}
