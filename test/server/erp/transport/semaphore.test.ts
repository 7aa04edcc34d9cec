import { expect, test } from 'vitest'
import { createSemaphore } from '#server/erp/transport/semaphore.ts'

const never = AbortSignal.any([])

/** One permit, held until `release`, and the order in which the waiting callers were served. */
function heldSemaphore() {
  const semaphore = createSemaphore(1)
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const held = semaphore.withPermit(() => released, never)
  const served: string[] = []
  const ask = (name: string, turn: 'first' | 'in-order', signal = never) =>
    semaphore.withPermit(async () => void served.push(name), signal, turn)
  const end = () => {
    release()
    return held
  }
  return { ask, end, served }
}

test('a booking that waits for a permit is served before pulls that waited longer', async () => {
  const { ask, end, served } = heldSemaphore()
  const all = [
    ask('pull 1', 'in-order'),
    ask('pull 2', 'in-order'),
    ask('booking 1', 'first'),
    ask('booking 2', 'first'),
  ]
  await end()
  await Promise.all(all)
  expect(served).toEqual(['booking 1', 'booking 2', 'pull 1', 'pull 2'])
})

test('a caller that gives up loses its own turn only', async () => {
  const { ask, end, served } = heldSemaphore()
  const leaving = new AbortController()
  const left = ask('booking 1', 'first', leaving.signal)
  const all = [ask('pull 1', 'in-order'), ask('booking 2', 'first')]
  leaving.abort(new Error('left'))
  await expect(left).rejects.toThrow('left')
  await end()
  await Promise.all(all)
  expect(served).toEqual(['booking 2', 'pull 1'])
})
