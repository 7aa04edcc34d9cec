import { describe, expect, test } from 'vitest'
import { type Cached, createAnswerCache } from '#server/http/lists/answer-cache.ts'
import { createRandom, pick } from '#test/netsuite/random.ts'

const wanted = (list: string, version = '1', which = '') => ({ list, version, which })

/** An answer of some bytes, with a count of how often it was made. */
function maker(bytes: number, version = '1') {
  const made = { times: 0 }
  const make = async (): Promise<Cached> => {
    made.times += 1
    return { body: Buffer.alloc(bytes), version }
  }
  return { made, make }
}

describe('answers in memory', () => {
  test('an answer is made once', async () => {
    const cache = createAnswerCache(100)
    const { made, make } = maker(10)
    const first = await cache.take(wanted('bins'), make)
    expect(await cache.take(wanted('bins'), make)).toBe(first)
    expect([made.times, cache.bytes()]).toEqual([1, 10])
  })

  test('clients that ask at the same time wait for one answer', async () => {
    const cache = createAnswerCache(0)
    const { made, make } = maker(10)
    const all = await Promise.all(
      Array.from({ length: 50 }, () => cache.take(wanted('bins'), make)),
    )
    expect([new Set(all).size, made.times]).toEqual([1, 1])
  })

  test('an answer that could not be made fails for those who wait and is tried again', async () => {
    const cache = createAnswerCache(100)
    const broken = () => Promise.reject(new Error('no database'))
    const asked = [cache.take(wanted('bins'), broken), cache.take(wanted('bins'), broken)]
    for (const one of asked) await expect(one).rejects.toThrow('no database')
    const { made, make } = maker(10)
    await cache.take(wanted('bins'), make)
    expect([made.times, cache.bytes()]).toEqual([1, 10])
  })

  test('the answer that was not used for longest is dropped first', async () => {
    const cache = createAnswerCache(30)
    const makers = new Map(['a', 'b', 'c', 'd'].map((list) => [list, maker(10)]))
    const take = async (list: string) => {
      const { made, make } = makers.get(list) ?? maker(0)
      await cache.take(wanted(list), make)
      return made.times
    }
    for (const list of ['a', 'b', 'c']) expect(await take(list)).toBe(1)
    expect(await take('a')).toBe(1)
    expect(await take('d')).toBe(1)
    expect(await take('a')).toBe(1)
    expect(await take('b')).toBe(2)
  })

  test('another version of a list drops the answers of the one before, and of no other list', async () => {
    const cache = createAnswerCache(100)
    for (const which of ['1', '2']) await cache.take(wanted('bins', '1', which), maker(10).make)
    await cache.take(wanted('items'), maker(10).make)
    expect(cache.bytes()).toBe(34)
    await cache.take(wanted('bins', '2'), maker(10, '2').make)
    expect(cache.bytes()).toBe(20)
  })

  test('an answer of a later version than wanted is sent and not kept', async () => {
    const cache = createAnswerCache(100)
    const later = maker(10, '2')
    expect((await cache.take(wanted('bins', '1'), later.make)).version).toBe('2')
    expect(cache.bytes()).toBe(0)
  })

  test('an answer that ends after its version is not kept', async () => {
    const cache = createAnswerCache(100)
    let end: (answer: Cached) => void = () => {}
    const slow = cache.take(wanted('bins', '1'), () => new Promise((resolve) => (end = resolve)))
    await cache.take(wanted('bins', '2'), maker(10, '2').make)
    end({ body: Buffer.alloc(20), version: '1' })
    expect((await slow).version).toBe('1')
    expect(cache.bytes()).toBe(10)
  })

  test('what was asked for counts beside the answer, so that long questions do not fill the memory', async () => {
    const cache = createAnswerCache(100_000)
    for (let nth = 0; nth < 100; nth += 1)
      await cache.take(wanted('bins', '1', String(nth).padStart(10_000, 'z')), maker(0).make)
    const latest = maker(0)
    await cache.take(wanted('bins', '1', '99'.padStart(10_000, 'z')), latest.make)
    const first = maker(0)
    await cache.take(wanted('bins', '1', '0'.padStart(10_000, 'z')), first.make)
    expect([latest.made.times, first.made.times]).toEqual([0, 1])
    expect(cache.bytes()).toBeLessThanOrEqual(100_000)
  })

  test('an answer larger than all of the memory is sent and drops no other', async () => {
    const cache = createAnswerCache(30)
    await cache.take(wanted('bins'), maker(20).make)
    expect((await cache.take(wanted('items'), maker(31).make)).body).toHaveLength(31)
    expect(cache.bytes()).toBe(20)
  })

  test('5,000 random requests never hold more than the memory, nor a wrong answer', async () => {
    const random = createRandom(7)
    const cache = createAnswerCache<Cached & { readonly is: string }>(1_000)
    const versions = new Map<string, number>()
    for (let nth = 0; nth < 5_000; nth += 1) {
      const list = pick(random, ['a', 'b', 'c'])
      if (random() < 0.05) versions.set(list, (versions.get(list) ?? 0) + 1)
      const version = String(versions.get(list) ?? 0)
      const which = String(Math.floor(random() * 12))
      const is = `${list} ${version} ${which}`
      const make = async () => ({ body: Buffer.alloc(Math.floor(random() * 400)), version, is })
      expect((await cache.take({ list, version, which }, make)).is).toBe(is)
      expect(cache.bytes()).toBeLessThanOrEqual(1_000)
      expect(cache.bytes()).toBeGreaterThanOrEqual(0)
    }
  })
})
