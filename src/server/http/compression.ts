/** How answers are compressed. */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Encoding } from '#server/http/files/encodings.ts'

/** Shorter answers are sent as they are. */
export const COMPRESS_FROM_BYTES = 1024

/**
 * The quality of brotli. On a part of 8,000 rows of the demo's inventory, column by column, 4 makes 18.6 KB in 2 ms,
 * 5 makes 17.8 KB in 3 ms, and 6 makes 17.7 KB in 4 ms. Parts are what consoles on a slow link ask for, and are made
 * once. A whole list as rows keeps 4, like every other answer: its size is what the cost of a refresh is measured by
 * (test/server/http/refresh-cost.test.ts), and only other clients ask for one.
 */
export const QUALITY = { rows: 4, columns: 5 } as const

const brotli = promisify(brotliCompress)
const zipped = promisify(gzip)

/** A body as it is sent. */
export interface Packed {
  readonly body: Buffer
  /** Null for the text itself. */
  readonly encoding: Encoding | null
}

/** Compresses a text that is sent many times, outside the thread that answers. */
export async function pack(
  text: string,
  encoding: Encoding | null,
  quality: number,
): Promise<Packed> {
  const plain = Buffer.from(text)
  if (encoding === null || plain.length < COMPRESS_FROM_BYTES)
    return { body: plain, encoding: null }
  return { body: await pressed[encoding](plain, quality), encoding }
}

const pressed: Record<Encoding, (plain: Buffer, quality: number) => Promise<Buffer>> = {
  br: (plain, quality) =>
    brotli(plain, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      },
    }),
  gzip: (plain) => zipped(plain),
}
