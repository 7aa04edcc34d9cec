/** Takes the body of one answer apart beside the page; the page ends it, so that no row stays here. */
import { createJsonSplitter } from '#console/data/api/json/json-split.ts'

const splitter = createJsonSplitter()

/** Chunk by chunk, then null. */
addEventListener('message', ({ data }: MessageEvent<Uint8Array<ArrayBuffer> | null>) => {
  if (data !== null) {
    splitter.push(data)
    return
  }
  const split = splitter.end()
  const bytes = [split.before, ...split.pieces, split.after]
  postMessage(split, { transfer: bytes.map(({ buffer }) => buffer) })
})
