import { describe, expect, test } from 'vitest'
import { Fault, faultFacts, mayRetry } from '#console/data/api/fault.ts'

const http = (status: number) => new Fault({ kind: 'http', status })

describe('a fault', () => {
  test('a fault has the facts it was given, and no others', () => {
    const fault = new Fault({ kind: 'http', status: 409, body: { detail: 'x' }, retryAfterMs: 5 })
    expect(fault).toMatchObject({
      name: 'Fault',
      kind: 'http',
      status: 409,
      body: { detail: 'x' },
      retryAfterMs: 5,
    })
    expect(fault.message).toBe('http 409')
    const silent = new Fault({ kind: 'network', retryAfterMs: undefined })
    expect(silent.message).toBe('network')
    expect(silent.retryAfterMs).toBeUndefined()
  })

  test('the message of a fault, which goes to the log, contains no body', () => {
    const fault = new Fault({ kind: 'http', status: 422, body: { input: 'planted secret' } })
    expect(String(fault)).not.toContain('planted secret')
  })

  test('faultFacts reads whatever was thrown', () => {
    const fault = http(500)
    expect(faultFacts(fault)).toBe(fault)
    expect(faultFacts(new TypeError('Failed to fetch'))).toEqual({ kind: 'network' })
  })
})

describe('retries', () => {
  const cases: readonly [what: string, thrown: unknown, may: boolean][] = [
    ['no answer', new Fault({ kind: 'network' }), true],
    ['something unknown', new Error('?'), true],
    ['408', http(408), true],
    ['429', http(429), true],
    ['500', http(500), true],
    ['502', http(502), true],
    ['503', http(503), true],
    ['504', http(504), true],
    ['400', http(400), false],
    ['401', http(401), false],
    ['403', http(403), false],
    ['404', http(404), false],
    ['409', http(409), false],
    ['422', http(422), false],
    ['an answer that cannot be read', new Fault({ kind: 'shape', status: 200 }), false],
  ]
  test.each(cases)('mayRetry says whether a retry after %s may help', (_what, thrown, may) => {
    expect(mayRetry(thrown)).toBe(may)
  })
})
