/** A Vite plugin: everything that is text also as `.br` and `.gz`, so that a weak link carries a quarter of it. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const WORTH_IT_BYTES = 1_024
const TEXT = /\.(html|js|css|svg|json|webmanifest)$/

/** @returns {import('vite').Plugin} */
export function precompress() {
  let folder = ''
  return {
    name: 'dockside:precompress',
    apply: 'build',
    configResolved: ({ build }) => {
      folder = build.outDir
    },
    closeBundle: {
      // The service worker is written as the bundle closes: this comes after it.
      order: 'post',
      sequential: true,
      handler: async () => {
        const names = await readdir(folder, { recursive: true })
        const texts = names.filter((name) => TEXT.test(name))
        await Promise.all(texts.map((name) => compress(join(folder, name))))
      },
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
