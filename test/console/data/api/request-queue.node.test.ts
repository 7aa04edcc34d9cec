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

/** All that can go on without a task ending has gone on. */
async function turn(): Promise<void> {
  for (let step = 0; step < 10; step += 1) await Promise.resolve()
}

describe('requests', () => {
  test('of lists are never more than four, also when all ask at the same moment', async () => {
    const all = Array.from({ length: 12 }, (_, number) => `list ${String(number)}`)
    for (const name of all) void begin(name, 'behind')
    await turn()
    expect(names()).toEqual(all.slice(0, REQUESTS_AT_ONCE))
    for (const [done, name] of all.entries()) {
      await end(name)
      expect(names()).toEqual(all.slice(0, REQUESTS_AT_ONCE + done + 1))
    }
  })

  test('of the screen go before those behind it, each kind in its order', async () => {
    for (const name of ['a', 'b', 'c', 'd']) void begin(name, 'behind')
    void begin('behind 1', 'behind')
    void begin('visible 1', 'visible')
    void begin('behind 2', 'behind')
    void begin('visible 2', 'visible')
    await turn()
    for (const name of ['a', 'b', 'c', 'd']) await end(name)
    expect(names().slice(4)).toEqual(['visible 1', 'visible 2', 'behind 1', 'behind 2'])
  })

  test('of a person start at once, and take the place of a refresh', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) void begin(name, 'visible')
    void begin('saved', 'person')
    expect(names()).toEqual(['a', 'b', 'c', 'd', 'saved'])
    await end('a')
    expect(names()).not.toContain('e')
    await end('saved')
    expect(names()).toContain('e')
  })

  test('that fail give their lane back and pass their error on', async () => {
    const failing = begin('a', 'behind')
    for (const name of ['b', 'c', 'd', 'e']) void begin(name, 'behind')
    await turn()
    started[0]?.fail(new Error('no answer'))
    await expect(failing).rejects.toThrow('no answer')
    await turn()
    expect(names()).toContain('e')
  })

  test('give what the task gives', async () => {
    const result = begin('a', 'behind')
    await turn()
    await end('a')
    expect(await result).toBe('a')
  })
})
