import { Worker } from 'node:worker_threads'
import type { Engine } from '#server/db/embedded/engine.ts'

/** `null` asks the worker to close. */
export interface Request {
  readonly id: number
  readonly batch: Uint8Array<ArrayBuffer> | null
}

export type Answer =
  | { readonly id: number; readonly reply: Uint8Array<ArrayBuffer> | null }
  | { readonly id: number; readonly failure: string }
  /** An event, not an answer: whether the disk has space. */
  | { readonly hasRoom: boolean }

/** How long the database may take to flush its files when it is closed. */
const CLOSE_PATIENCE_MS = 10_000

interface Waiting {
  readonly resolve: (reply: Uint8Array<ArrayBuffer>) => void
  readonly reject: (error: Error) => void
}

/**
 * The embedded database in its own thread.
 * @param program the built embedded-worker.js
 * @param folder the folder of the database
 * @param onDeath called when the thread ends unexpectedly, after pending calls were rejected
 * @param onRoom called when the disk becomes full, and when it has space again
 * @throws Error if the database cannot be opened
 */
export async function createWorkerEngine(
  program: URL,
  folder: string,
  onDeath: (error: Error) => void,
  onRoom: (hasRoom: boolean) => void = () => {},
): Promise<Engine> {
  const worker = new Worker(program, { workerData: folder, name: 'database' })
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let dead: Error | null = null
  let isClosing = false

  const end = (reason: string): void => {
    if (dead) return
    const wasOpen = !waiting.has(0)
    dead = new Error(wasOpen ? `The embedded database has stopped: ${reason}` : reason)
    for (const { reject } of waiting.values()) reject(dead)
    waiting.clear()
    if (wasOpen && !isClosing) onDeath(dead)
  }
  worker.on('error', (error: Error) => end(error.message))
  worker.on('exit', (code) => end(`its thread ended with ${code}`))
  worker.on('message', (answer: Answer) => {
    if ('hasRoom' in answer) return onRoom(answer.hasRoom)
    const caller = waiting.get(answer.id)
    waiting.delete(answer.id)
    if ('failure' in answer) caller?.reject(new Error(answer.failure))
    else caller?.resolve(answer.reply ?? new Uint8Array(0))
  })

  const answerTo = (id: number): Promise<Uint8Array<ArrayBuffer>> =>
    new Promise((resolve, reject) => {
      if (dead) reject(dead)
      else waiting.set(id, { resolve, reject })
    })
  const send = (batch: Request['batch']): Promise<Uint8Array<ArrayBuffer>> => {
    lastId += 1
    const answer = answerTo(lastId)
    const request: Request = { id: lastId, batch }
    worker.postMessage(request, batch ? [batch.buffer] : [])
    return answer
  }

  await answerTo(0)
  return {
    exec: send,
    close: async () => {
      isClosing = true
      const closed = dead ? null : send(null)
      await Promise.race([closed, patience()])
      await worker.terminate()
    },
  }
}

function patience(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, CLOSE_PATIENCE_MS).unref()
  })
}
