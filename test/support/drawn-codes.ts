/** Draws barcodes: as a photo, and as the film that Chromium's fake camera shows. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule, writeBarcode, type WriterOptions } from 'zxing-wasm/writer'

const FILM = { width: 640, height: 480 }
const WHITE = 235
const BLACK = 16

/** A code in pixels; an ink of 0 is black. */
interface Drawing {
  readonly data: ArrayLike<number>
  readonly width: number
  readonly height: number
}

/** Draws one code. */
export async function drawn(
  text: string,
  options: WriterOptions,
): Promise<Drawing & { readonly png: Buffer }> {
  const path = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm')
  const wasmBinary = new Uint8Array(readFileSync(path)).buffer
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
  const { symbol, image, error } = await writeBarcode(text, options)
  if (!image) throw new Error(error)
  return { ...symbol, png: Buffer.from(await image.arrayBuffer()) }
}

/** A film of one still picture with the code in its middle (YUV4MPEG2). */
export function filmOf({ data, width, height }: Drawing): Buffer {
  const scale = Math.max(
    1,
    Math.floor(Math.min((FILM.width * 0.8) / width, (FILM.height * 0.8) / height)),
  )
  const luma = Buffer.alloc(FILM.width * FILM.height, WHITE)
  const left = Math.floor((FILM.width - width * scale) / 2)
  const top = Math.floor((FILM.height - height * scale) / 2)
  for (let y = 0; y < height * scale; y += 1)
    for (let x = 0; x < width * scale; x += 1) {
      const ink = data[Math.floor(y / scale) * width + Math.floor(x / scale)] ?? 255
      if (ink < 128) luma[(top + y) * FILM.width + left + x] = BLACK
    }
  const chroma = Buffer.alloc(luma.length / 2, 128)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, chroma])
  const head = `YUV4MPEG2 W${FILM.width} H${FILM.height} F10:1 Ip A1:1 C420jpeg\n`
  return Buffer.concat([Buffer.from(head), frame, frame])
}
