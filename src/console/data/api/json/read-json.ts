/** Parses the JSON of an answer, a long one without blocking the page. */
import { createJsonSplitter, type SplitJson } from '#console/data/api/json/json-split.ts'
import { runChunked } from '#console/data/api/run-chunked.ts'
import { splitInWorker, type JsonWorkerClient } from '#console/data/api/json/json-worker-client.ts'
import type { ChunkedTask } from '#console/rows/chunked-task.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Shorter bodies, such as a part of a list, are parsed at once, within a few milliseconds. */
const LONG_BYTES = 640 * 1_024
/** Copied within a millisecond. */
const PUSHED_BYTES = 256 * 1_024

/**
 * The parsed body: null if it is empty, undefined if it is not JSON. `moved` is called with the length
 * of each chunk that arrives.
 * @throws the signal's reason once it is aborted
 */
export async function readJson(
  answer: Response,
  moved: (bytes: number) => void,
  signal?: AbortSignal,
): Promise<unknown> {
  const reader = answer.body?.getReader()
  const chunks: Bytes[] = []
  let bytes = 0
  let beside: JsonWorkerClient | undefined
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      moved(part.value.length)
      chunks.push(part.value)
      bytes += part.value.length
      if (beside) await runChunked(pushTo(beside, [part.value]), signal)
      else if (bytes > LONG_BYTES) {
        beside = splitInWorker()
        await runChunked(pushTo(beside, chunks), signal)
      }
    }
    if (!beside) return readText(chunks)
    const split = (await beside.end()) ?? (await runChunked(splitHere(chunks), signal))
    return await runChunked(readSplit(split), signal)
  } finally {
    beside?.stop()
  }
}

/**
 * An answer arrives in small chunks, or as a single one of many megabytes whose copy alone would
 * block the page.
 */
function* pushTo(beside: JsonWorkerClient, chunks: readonly Bytes[]): ChunkedTask<undefined> {
  for (const chunk of chunks) {
    for (let from = 0; from < chunk.length; from += PUSHED_BYTES) {
      beside.push(chunk.slice(from, from + PUSHED_BYTES))
      yield
    }
  }
  return undefined
}

function readText(chunks: readonly Bytes[]): unknown {
  const decoder = new TextDecoder()
  const text = chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join('')
  const whole = text + decoder.decode()
  return whole === '' ? null : parsed(whole)
}

function* splitHere(chunks: readonly Bytes[]): ChunkedTask<SplitJson> {
  const splitter = createJsonSplitter()
  for (const chunk of chunks) {
    splitter.push(chunk)
    yield
  }
  return splitter.end()
}

/** Gives what `JSON.parse` would return for the whole body, piece by piece; undefined if it would throw. */
export function* readSplit({ before, pieces, after }: SplitJson): ChunkedTask<unknown> {
  const rows: unknown[] = []
  for (const piece of pieces) {
    const part = parsed(`[${decodeText(piece)}]`)
    // A trailing or doubled comma is not valid JSON.
    if (!Array.isArray(part) || (part.length === 0 && pieces.length > 1)) return undefined
    for (const row of part as readonly unknown[]) rows.push(row)
    yield
  }
  const around = new TextDecoder().decode(before) + decodeText(after)
  const frame = parsed(around)
  if (pieces.length === 0 || frame === undefined) return frame
  if (Array.isArray(frame)) return rows
  // A name that is given twice counts once, and the last time.
  if (around.split('"data"').length > 2) return parsed(wholeOf({ before, pieces, after }))
  return { ...(frame as object), data: rows }
}

function wholeOf({ before, pieces, after }: SplitJson): string {
  return new TextDecoder().decode(before) + pieces.map(decodeText).join(',') + decodeText(after)
}

function decodeText(bytes: Bytes): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
