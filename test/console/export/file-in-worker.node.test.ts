/** The outcome of an export whose worker misbehaves. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { FileLoadError } from '#console/data/api/host/part-files.ts'
import type { ExportReply, ExportRequest } from '#console/export/files/export-messages.ts'
import type { ExportPlan } from '#console/export/files/export-plan.ts'
import { openFileInWorker } from '#console/export/files/file-in-worker.ts'

const plan: ExportPlan = {
  format: 'CSV',
  columns: [],
  about: {
    table: 'Bins',
    scope: 'filtered',
    rows: 0,
    search: '',
    filters: [],
    sort: null,
    asOf: null,
    exportedAt: 0,
    exportedBy: 'ada',
  },
  dateFormat: { clock: null, order: 'day-first' },
}

const ended = vi.fn<() => void>()

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  ended.mockClear()
})

/** Workers that answer with the given reply; undefined means no answer. */
function workers(answer: (request: ExportRequest) => ExportReply | Event | undefined): void {
  vi.stubGlobal('Worker', function FakeWorker() {
    const target = new EventTarget()
    return Object.assign(target, {
      terminate: ended,
      postMessage: (request: ExportRequest) => {
        const reply = answer(request)
        if (reply instanceof Event) target.dispatchEvent(reply)
        else if (reply) target.dispatchEvent(new MessageEvent('message', { data: reply }))
      },
    })
  })
}

describe('an export whose worker fails', () => {
  test('an export fails if the browser refuses workers', async () => {
    vi.stubGlobal('Worker', function Refused() {
      throw new DOMException('refused', 'SecurityError')
    })
    await expect(openFileInWorker(plan, new AbortController().signal)).rejects.toThrow('refused')
  })

  test('an export fails if the script of its worker cannot be loaded', async () => {
    workers(() => new Event('error'))
    await expect(openFileInWorker(plan, new AbortController().signal)).rejects.toThrow(
      FileLoadError,
    )
  })

  test('an error of a worker that has answered before is not a missing script', async () => {
    const broken = Object.assign(new Event('error'), { message: 'out of memory' })
    workers(({ kind }) => (kind === 'open' ? { kind: 'done' } : broken))
    const file = await openFileInWorker(plan, new AbortController().signal)
    const failure = await file.add([]).catch((thrown: unknown) => thrown)
    expect(failure).toMatchObject({ message: 'out of memory' })
    expect(failure).not.toBeInstanceOf(FileLoadError)
  })

  test('an export fails if the worker cannot store the file', async () => {
    workers(({ kind }) =>
      kind === 'finish' ? { kind: 'failed', reason: 'disk full' } : { kind: 'done' },
    )
    const file = await openFileInWorker(plan, new AbortController().signal)
    await file.add([])
    await expect(file.finish()).rejects.toThrow('disk full')
  })

  test('an export fails if the worker dies without a message', async () => {
    vi.useFakeTimers()
    workers(({ kind }) => (kind === 'open' ? { kind: 'done' } : undefined))
    const file = await openFileInWorker(plan, new AbortController().signal)
    const failure = file.finish().catch((thrown: unknown) => thrown)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await failure).toMatchObject({ message: expect.stringContaining('does not answer') })
  })

  test('an export fails if it is cancelled while a dead worker owes an answer', async () => {
    workers(({ kind }) => (kind === 'add' ? undefined : { kind: 'done' }))
    const cancel = new AbortController()
    const file = await openFileInWorker(plan, cancel.signal)
    const adding = file.add([])
    cancel.abort()
    await expect(adding).rejects.toThrow('Cancelled')
    expect(ended).toHaveBeenCalledTimes(1)
  })
})

test('an export waits for a worker that is still busy', async () => {
  vi.useFakeTimers()
  let answer: (reply: ExportReply) => void = () => undefined
  vi.stubGlobal('Worker', function BusyWorker() {
    const target = new EventTarget()
    answer = (reply) => target.dispatchEvent(new MessageEvent('message', { data: reply }))
    const postMessage = ({ kind }: ExportRequest): void => {
      if (kind !== 'finish') answer({ kind: kind === 'alive' ? 'alive' : 'done' })
    }
    return Object.assign(target, { terminate: ended, postMessage })
  })
  const file = await openFileInWorker(plan, new AbortController().signal)
  const finished = file.finish()
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  const blob = new Blob(['done'])
  answer({ kind: 'file', file: blob })
  await expect(finished).resolves.toBe(blob)
  expect(vi.getTimerCount()).toBe(0)
})
