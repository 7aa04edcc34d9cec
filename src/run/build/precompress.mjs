/** A Vite plugin that writes every text file as `.br` and `.gz` too, and those that pack as well: a quarter of the bytes on a weak link. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const WORTH_IT_BYTES = 1_024
const TEXT = /\.(html|js|css|svg|json|webmanifest|wasm)$/

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
      // Runs after the service worker, which is written while the bundle closes.
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
