/** The thread of the embedded database, which blocks while it works. Built as a separate file. */
import { writeSync } from 'node:fs'
import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { engineOf, GivenUp } from '#server/db/embedded/engine.ts'
import { MIN_FREE_BYTES, freeBytes } from '#server/db/embedded/disk-space.ts'
import { readOnlyWhenDiskFull } from '#server/db/embedded/disk-guard.ts'
import { SYNCED_START, syncedFiles } from '#server/db/embedded/synced-files.ts'
import type { Answer, Request } from '#server/db/embedded/worker-engine.ts'

if (parentPort) await work(parentPort, String(workerData))

async function work(port: MessagePort, folder: string): Promise<void> {
  const database = await PGlite.create({ fs: syncedFiles(folder, die), startParams: SYNCED_START })
  const engine = readOnlyWhenDiskFull(
    engineOf(database),
    () => freeBytes(folder) >= MIN_FREE_BYTES,
    (hasRoom) => tell(port, { hasRoom }),
  )
  port.on('message', ({ id, batch }: Request) => {
    const done = batch === null ? engine.close().then(() => null) : engine.exec(batch)
    done.then(
      (reply) => tell(port, { id, reply }),
      (error: unknown) => {
        if (error instanceof GivenUp) end(error)
        tell(port, { id, failure: String(error) })
      },
    )
  })
  tell(port, { id: 0, reply: null })
}

function tell(port: MessagePort, answer: Answer): void {
  port.postMessage(answer, 'reply' in answer && answer.reply ? [answer.reply.buffer] : [])
}

/** Ends the thread after reporting an error to its creator. */
function end(error: GivenUp): void {
  setImmediate(() => {
    throw error
  })
}

/** The file descriptor of standard error; a worker's stream does not have one. */
const STANDARD_ERROR = 2

/** In a worker, exit ends only the thread. */
function die(reason: unknown): never {
  writeSync(STANDARD_ERROR, `The embedded database gives up: ${String(reason)}\n`)
  process.exit(1)
}
