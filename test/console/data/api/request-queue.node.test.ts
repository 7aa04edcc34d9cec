import { beforeEach, describe, expect, test } from 'vitest'
import { REQUESTS_AT_ONCE } from '#contract/constants.ts'
import { enqueueRequest, type Urgency } from '#console/data/api/request-queue.ts'

/** Tasks that end when the test says so. */
interface Task {
  readonly name: string
  readonly end: () => void
  readonly fail: (error: Error) => void
}
const started: Task[] = []
const results: Promise<string>[] = []

beforeEach(async () => {
  for (const task of started) task.end()
  await Promise.allSettled(results)
  started.length = 0
  results.length = 0
})

function begin(name: string, urgency: Urgency): Promise<string> {
  const result = enqueueRequest(
    urgency,
    () =>
      new Promise<string>((resolve, reject) => {
        started.push({ name, end: () => resolve(name), fail: reject })
      }),
  )
  results.push(result)
  return result
}

const names = () => started.map(({ name }) => name)
const end = async (name: string): Promise<void> => {
  started.find((task) => task.name === name)?.end()
  await turn()
}

/** Waits until nothing more can happen without a task ending. */
async function turn(): Promise<void> {
  for (let step = 0; step < 10; step += 1) await Promise.resolve()
}

describe('requests', () => {
  test('at most four list requests run at once, even if all are made at the same moment', async () => {
    const all = Array.from({ length: 12 }, (_, number) => `list ${String(number)}`)
    for (const name of all) void begin(name, 'behind')
    await turn()
    expect(names()).toEqual(all.slice(0, REQUESTS_AT_ONCE))
    for (const [done, name] of all.entries()) {
      await end(name)
      expect(names()).toEqual(all.slice(0, REQUESTS_AT_ONCE + done + 1))
    }
  })

  test('requests for visible lists go before background ones, each kind in its order', async () => {
    for (const name of ['a', 'b', 'c', 'd']) void begin(name, 'behind')
    void begin('behind 1', 'behind')
    void begin('visible 1', 'visible')
    void begin('behind 2', 'behind')
    void begin('visible 2', 'visible')
    await turn()
    for (const name of ['a', 'b', 'c', 'd']) await end(name)
    expect(names().slice(4)).toEqual(['visible 1', 'visible 2', 'behind 1', 'behind 2'])
  })

  test('requests by a person start at once and take the slot of a refresh', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) void begin(name, 'visible')
    void begin('saved', 'person')
    expect(names()).toEqual(['a', 'b', 'c', 'd', 'saved'])
    await end('a')
    expect(names()).not.toContain('e')
    await end('saved')
    expect(names()).toContain('e')
  })

  test('open pulls take no slot of the lists and wait for none', async () => {
    const pulls = Array.from({ length: 6 }, (_, number) => `pull ${String(number)}`)
    const lists = ['a', 'b', 'c', 'd']
    for (const name of pulls) void begin(name, 'pull')
    for (const name of [...lists, 'e']) void begin(name, 'visible')
    await turn()
    expect(names()).toEqual([...pulls, ...lists])
    void begin('another pull', 'pull')
    expect(names()).toContain('another pull')
    await end('pull 0')
    expect(names()).not.toContain('e')
    await end('a')
    expect(names()).toContain('e')
  })

  test('failed requests free their slot and pass on their error', async () => {
    const failing = begin('a', 'behind')
    for (const name of ['b', 'c', 'd', 'e']) void begin(name, 'behind')
    await turn()
    started[0]?.fail(new Error('no answer'))
    await expect(failing).rejects.toThrow('no answer')
    await turn()
    expect(names()).toContain('e')
  })

  test('enqueueRequest returns the result of its task', async () => {
    const result = begin('a', 'behind')
    await turn()
    await end('a')
    expect(await result).toBe('a')
  })
})
