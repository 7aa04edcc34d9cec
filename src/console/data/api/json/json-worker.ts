/**
 * Splits the body of one answer off the main thread; the page terminates the worker, so that no row
 * stays in memory.
 */
import { createJsonSplitter } from '#console/data/api/json/json-split.ts'

const splitter = createJsonSplitter()

/** Receives the chunks, then null. */
addEventListener('message', ({ data }: MessageEvent<Uint8Array<ArrayBuffer> | null>) => {
  if (data !== null) {
    splitter.push(data)
    return
  }
  const split = splitter.end()
  const bytes = [split.before, ...split.pieces, split.after]
  postMessage(split, { transfer: bytes.map(({ buffer }) => buffer) })
})
