import { afterEach, describe, expect, test, vi } from 'vitest'
import { createJsonSplitter, type SplitJson } from '#console/data/api/json/json-split.ts'
import { readJson, readSplit } from '#console/data/api/json/read-json.ts'
import { runSync } from '#console/rows/chunked-task.ts'
import { between, createRandom, pick, type Random } from '#test/netsuite/random.ts'

const LONG_TEXT = 'x'.repeat(130_000)

afterEach(() => {
  vi.unstubAllGlobals()
})

function split(text: string, chunkBytes: number): SplitJson {
  const bytes = new TextEncoder().encode(text)
  const splitter = createJsonSplitter()
  for (let at = 0; at < bytes.length; at += chunkBytes)
    splitter.push(bytes.slice(at, at + chunkBytes))
  return splitter.end()
}

/** The result of JSON.parse, or undefined if it throws. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const read = (text: string, chunkBytes = 1_000) => runSync(readSplit(split(text, chunkBytes)))
const long = (...rows: readonly string[]) => rows.join(`,{"x":"${LONG_TEXT}"},`)

describe('a split body', () => {
  const bodies: readonly [what: string, text: string][] = [
    ['a list', `[${long('{"id":1}', '{"id":2}', '{"id":3}')}]`],
    ['a list in an object', `{"data":[${long('{"id":1}', '{"id":2}')}],"of":2}`],
    ['a list that comes last', ` { "mode" : "all", "data" : [ ${long('1', '2')} ] } `],
    ['a list of texts with brackets', String.raw`["]",${long('"[{"', '"\\"]"')},"\\"]`],
    ['no list', '{"detail":"no","list":[1,2,{"data":[3]}]}'],
    ['a map of users', '{"ada":{"data":[1],"x":{}},"bob":{}}'],
    ['two lists named alike', `{"data":[${long('1', '2')}],"data":[3]}`],
    ['a list and then another value of its name', '{"data":[1,2],"data":7}'],
    ['a text that names a list', String.raw`{"a":"{\"data\":[","data":[1]}`],
    ['lists in lists', `[[1,[2]],${long('[3]', '[]')}]`],
    ['an empty list', '{"data":[]}'],
    ['nothing but space in a list', '[  ]'],
    ['a list that breaks off', `[${long('1', '2')}`],
    ['a list with nothing between two commas', `[${long('1', '')},,2]`],
    ['a list that ends in a comma', `[${long('1', '2')},{"x":"${LONG_TEXT}"},]`],
    ['two lists', '[1][2]'],
    ['a list that is closed as an object', `[${long('1', '2')}}`],
    ['a row that is closed as a list', '[{"a":[1}],{"b":2]}]'],
    ['a mark within a list', `[1,\uFEFF${long('2', '3')},\uFEFF4]`],
    ['nothing', ''],
    ['letters of many bytes', `[${long('"日本🚚"', '"ä"')}]`],
  ]
  test.each(bodies)('a split body parses to the same value as the whole: %s', (_what, text) => {
    for (const chunkBytes of [1, 1_000, 10_000_000]) {
      if (chunkBytes === 1 && text.length > 1_000) continue
      expect(read(text, chunkBytes)).toEqual(parsed(text))
    }
  })

  test('random split bodies with random damage parse to the same value as the whole', () => {
    const random = createRandom(5)
    for (let round = 0; round < 1_000; round += 1) {
      const text = damaged(JSON.stringify(randomBody(random)), random)
      const whole = parsed(text)
      expect({ text, read: read(text, between(random, 1, 40)) }).toEqual({ text, read: whole })
    }
  })

  test('a body is split into pieces of whole rows', () => {
    const { pieces } = split(`{"data":[${long('1', '2', '3', '4')}]}`, 5_000)
    expect(pieces.length).toBeGreaterThan(1)
  })
})

describe('a long answer', () => {
  const rows = Array.from({ length: 40_000 }, (_, id) => ({ id, memo: `row ${String(id)}` }))
  const answer = () => new Response(JSON.stringify({ data: rows }))
  const moved = (): void => undefined

  test('a long answer is parsed without a worker', async () => {
    vi.stubGlobal('Worker', undefined)
    expect(await readJson(answer(), moved)).toEqual({ data: rows })
  })

  const broken: readonly [what: string, event: string][] = [
    ['cannot be loaded', 'error'],
    ['dies', 'messageerror'],
  ]
  test.each(broken)('a long answer is parsed if its worker %s', async (_what, event) => {
    const workers = stubWorker((worker) => worker.dispatchEvent(new Event(event)))
    expect(await readJson(answer(), moved)).toEqual({ data: rows })
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([true])
  })

  test('a worker splits a long answer and is terminated afterwards', async () => {
    const workers = stubWorker((worker, chunks) => {
      const splitter = createJsonSplitter()
      for (const chunk of chunks) splitter.push(chunk)
      worker.dispatchEvent(new MessageEvent('message', { data: splitter.end() }))
    })
    expect(await readJson(answer(), moved)).toEqual({ data: rows })
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([true])
  })

  test('aborting a long answer terminates its worker', async () => {
    const workers = stubWorker(() => undefined)
    const failing = new Response(
      new ReadableStream({
        start: (controller) => controller.enqueue(new Uint8Array(1_000_000).fill(0x20)),
        pull: (controller) => controller.error(new DOMException('gone', 'AbortError')),
      }),
    )
    await expect(readJson(failing, moved)).rejects.toThrow('gone')
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([true])
  })

  test('a long answer of another kind is parsed without splitting', async () => {
    vi.stubGlobal('Worker', undefined)
    const text = `<html>${'<p>busy</p>'.repeat(50_000)}`
    expect(await readJson(new Response(text), moved)).toBeUndefined()
  })
})

interface StubbedWorker extends EventTarget {
  isEnded: boolean
}

/** Workers that reply as given once everything has been sent. */
function stubWorker(
  atEnd: (worker: EventTarget, chunks: readonly Uint8Array<ArrayBuffer>[]) => void,
): readonly StubbedWorker[] {
  const workers: StubbedWorker[] = []
  vi.stubGlobal('Worker', function makeWorker() {
    const chunks: Uint8Array<ArrayBuffer>[] = []
    const worker = Object.assign(new EventTarget(), {
      isEnded: false,
      terminate: () => {
        worker.isEnded = true
      },
      postMessage: (chunk: Uint8Array<ArrayBuffer> | null) => {
        if (chunk) chunks.push(chunk)
        else queueMicrotask(() => atEnd(worker, chunks))
      },
    })
    workers.push(worker)
    return worker
  })
  return workers
}

function randomBody(random: Random): unknown {
  const rows = Array.from({ length: between(random, 0, 6) }, () => randomValue(random, 0))
  return pick<unknown>(random, [
    rows,
    { data: rows },
    { mode: 'delta', data: rows, deleted: ['a]'] },
    randomValue(random, 0),
  ])
}

function randomValue(random: Random, depth: number): unknown {
  const plain = [1, -2.5e9, 'a', '"[', '\\', '日{', true, null, '', '"data":[']
  if (depth > 3 || random() < 0.5) return pick(random, plain)
  const parts = Array.from({ length: between(random, 0, 3) }, () => randomValue(random, depth + 1))
  if (random() < 0.5) return parts
  return Object.fromEntries(parts.map((part) => [pick(random, ['a', 'data', '"', 'b}']), part]))
}

/** Mostly unchanged; otherwise something is missing, added or cut off. */
function damaged(text: string, random: Random): string {
  const at = between(random, 0, text.length)
  if (random() < 0.5) return text
  if (random() < 0.3) return text.slice(0, at)
  return text.slice(0, at) + pick(random, ['', ',', ']', '[', '"', '}', '\\']) + text.slice(at + 1)
}
