import Fastify, { type FastifyInstance } from 'fastify'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { registerBodyParsers } from '#server/http/body-parsers.ts'
import { handleErrors } from '#server/http/error-handler.ts'
import { parseOrThrow, HttpError } from '#server/http/http-error.ts'
import { JsonText, NOT_MODIFIED, serve, servePublic } from '#server/http/serve.ts'
import { testApp, type TestApp } from '#test/support/server/app.ts'
import { anAdmin, aSuperAdmin, type Person } from '#test/support/people.ts'

const reply = z.object({ said: z.string() })
const body = z.object({ word: z.string() })
const shortWord = z.object({
  word: z.string().check(z.trim(), z.maxLength(5, 'The word is too long')),
})

const featured = declare({ path: '/featured', access: { feature: 'bins' } })
const anySession = declare({ path: '/any', access: 'any-session' })
const own = declare({ path: '/own/:username', access: 'own-or-super-admin' })
const superAdmin = declare({ path: '/super', access: 'super-admin' })
const said = declare({ path: '/said', access: 'public' })

let server: TestApp
let app: FastifyInstance
let root: Person
let bins: Person
let nobody: Person

beforeEach(async () => {
  server = await testApp()
  const { context } = server
  app = Fastify({ loggerInstance: context.log })
  handleErrors(app, context.env)
  await registerBodyParsers(app)
  for (const one of [featured, anySession, own, superAdmin])
    serve(app, context, one, ({ body: { word }, principal, session }) => ({
      said: `${word} by ${principal.username} in ${session.stage}`,
    }))
  servePublic(app, context, said, ({ body: { word } }) => ({ said: word }))
  root = await aSuperAdmin(context)
  bins = await anAdmin(context, { username: 'binny', features: ['bins'] })
  nobody = await anAdmin(context, { username: 'nobody', features: [] })
})

describe('access', () => {
  test('a call without a valid session gets 401, with a hint how to sign in', async () => {
    const bad = [
      undefined,
      'Bearer',
      'Bearer nonsense',
      'Basic YTpi',
      `Token ${await bins.session()}`,
    ]
    for (const authorization of bad) {
      const answer = await post('/featured', { word: 'hi' }, authorization)
      expect(answer.statusCode).toBe(401)
      expect(answer.headers['www-authenticate']).toBe('Bearer')
    }
  })

  test('a call with an expired session gets 401', async () => {
    const token = await bins.session()
    expect((await as(token, '/featured')).statusCode).toBe(200)
    server.clock.advance(5 * 3_600_000)
    expect((await as(token, '/featured')).statusCode).toBe(401)
  })

  test('a call without the flag gets 403, even from a super admin', async () => {
    expect((await as(await nobody.session(), '/featured')).statusCode).toBe(403)
    expect((await as(await bins.session(), '/featured')).statusCode).toBe(200)
    expect((await as(await bins.session(), '/super')).statusCode).toBe(403)
    expect((await as(await root.session(), '/super')).statusCode).toBe(200)
  })

  test('a session that lacks the second factor opens only calls for any session', async () => {
    const token = await bins.session('first')
    expect((await as(token, '/any')).json()).toEqual({ said: 'hi by binny in first' })
    for (const path of ['/featured', '/own/binny', '/super']) {
      const answer = await as(token, path)
      expect([answer.statusCode, answer.json()]).toEqual([
        403,
        { detail: 'A second factor is needed.', code: 'second-factor-needed' },
      ])
    }
  })

  test('the admin in the path and super admins have access', async () => {
    expect((await as(await bins.session(), '/own/binny')).statusCode).toBe(200)
    expect((await as(await nobody.session(), '/own/binny')).statusCode).toBe(403)
    expect((await as(await root.session(), '/own/binny')).statusCode).toBe(200)
  })

  test('access is checked before the body', async () => {
    const token = `Bearer ${await nobody.session()}`
    for (const payload of ['{broken', '{}', `{"word":"${'x'.repeat(2_000_000)}"}`]) {
      expect((await post('/featured', payload, token)).statusCode).toBe(403)
      expect((await post('/featured', payload)).statusCode).toBe(401)
    }
  })

  test('a public call cannot be served as one with a session, nor the other way round', () => {
    const handle = () => ({ said: '' })
    expect(() => serve(app, server.context, said, handle)).toThrow('is public')
    expect(() => servePublic(app, server.context, own, handle)).toThrow('is not public')
  })
})

describe('bodies', () => {
  test('422 names every field that is wrong, in the form of FastAPI', async () => {
    expect((await post('/said', {})).json()).toEqual({
      detail: [{ loc: ['body', 'word'], msg: expect.stringMatching(/./), type: 'invalid_type' }],
      code: 'unprocessable',
    })
    for (const payload of ['[]', '"x"', '7', 'null', ''])
      expect((await post('/said', payload)).statusCode).toBe(422)
  })

  test('the rules run next, with their own sentences, and their trimmed values are used', async () => {
    expect((await post('/said', { word: 'far too long' })).json()).toEqual({
      detail: [{ loc: ['body', 'word'], msg: 'The word is too long', type: 'too_big' }],
      code: 'unprocessable',
    })
    expect((await post('/said', { word: '  hi  ' })).json()).toEqual({ said: 'hi' })
  })

  test('the server answers 422 for invalid JSON, 413 for a large body, 415 for another media type', async () => {
    const broken = await post('/said', '{broken')
    expect([broken.statusCode, broken.json()]).toEqual([
      422,
      {
        detail: [{ loc: ['body'], msg: 'The body is not valid JSON.', type: 'json_invalid' }],
        code: 'not-json',
      },
    ])
    const large = await post('/said', { word: 'x'.repeat(2_000_000) })
    expect([large.statusCode, large.json()]).toEqual([
      413,
      { detail: 'The body is too large.', code: 'body-too-large' },
    ])
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const answer = await app.inject({
        method: 'POST',
        url: '/api/said',
        payload: 'word=hi',
        headers: { 'content-type': type },
      })
      expect(answer.statusCode).toBe(415)
    }
  })

  test('a __proto__ key is refused', async () => {
    expect((await post('/said', '{"word":"hi","__proto__":{"a":1}}')).statusCode).toBe(422)
  })
})

describe('replies', () => {
  test('only declared fields are sent', async () => {
    add('/more', () => Object.assign({ said: 'hi' }, { password_hash: 'secret' }))
    expect((await post('/more', { word: 'x' })).json()).toEqual({ said: 'hi' })
  })

  test('a reply of another shape becomes a 500 and is not sent; the log names the field', async () => {
    add('/wrong', () => ({ said: 7 as unknown as string, why: 'a secret' }))
    const answer = await post('/wrong', { word: 'x' })
    expect([answer.statusCode, answer.json()]).toEqual([
      500,
      { detail: 'Internal Server Error', code: 'internal-error' },
    ])
    const [logged] = server.logged().filter(({ level }) => level === 50)
    expect(JSON.stringify(logged)).toContain('reply of /wrong')
    expect(JSON.stringify(logged)).not.toContain('a secret')
  })

  test('an HTTP error has its status and headers, and a bug is a 500 without internal details', async () => {
    add('/refused', () => {
      throw new HttpError(
        429,
        { detail: 'Too many attempts.', code: 'many', params: { most: 5 } },
        { 'Retry-After': '30' },
      )
    })
    add('/defect', () => {
      throw new Error('column "x" of relation "admins"')
    })
    const refused = await post('/refused', { word: 'x' })
    expect([refused.statusCode, refused.json(), refused.headers['retry-after']]).toEqual([
      429,
      { detail: 'Too many attempts.', code: 'many', params: { most: 5 } },
      '30',
    ])
    const defect = await post('/defect', { word: 'x' })
    expect([defect.statusCode, defect.body]).toEqual([
      500,
      '{"detail":"Internal Server Error","code":"internal-error"}',
    ])
  })

  test('an unavailable database is a 503', async () => {
    add('/down', () => {
      throw new Error('Failed query', { cause: Object.assign(new Error('no'), { code: '57P01' }) })
    })
    const answer = await post('/down', { word: 'x' })
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
  })

  test('a 304 has no body, and JSON from the database is sent as it is', async () => {
    add('/same', () => NOT_MODIFIED)
    add('/written', () => new JsonText('{"said":"as written"}'))
    const same = await post('/same', { word: 'x' })
    expect([same.statusCode, same.body]).toEqual([304, ''])
    const written = await post('/written', { word: 'x' })
    expect(written.json()).toEqual({ said: 'as written' })
    expect(written.headers['content-type']).toContain('application/json')
  })

  test('a check inside a handler refuses in the same form', async () => {
    add('/checked', ({ query }) => parseOrThrow(z.object({ said: z.string() }), query, 'query'))
    const answer = await post('/checked?other=1', { word: 'x' })
    expect(answer.json()).toMatchObject({ detail: [{ loc: ['query', 'said'] }] })
    expect((await post('/checked?said=a&said=b', { word: 'x' })).json()).toEqual({ said: 'b' })
  })
})

type Declared = Endpoint<string, z.infer<typeof body>, z.infer<typeof reply>>

function declare(facts: Pick<Declared, 'path' | 'access'>): Declared {
  return { method: 'POST', body, rules: () => shortWord, reply, ...facts }
}

function add(
  path: string,
  handle: Parameters<typeof servePublic<string, unknown, { said: string }>>[3],
) {
  servePublic(app, server.context, { ...declare({ path, access: 'public' }) }, handle)
}

function as(token: string, path: string) {
  return post(path, { word: 'hi' }, `Bearer ${token}`)
}

function post(path: string, payload: object | string, authorization?: string) {
  return app.inject({
    method: 'POST',
    url: `/api${path}`,
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    headers: {
      'content-type': 'application/json',
      ...(authorization === undefined ? {} : { authorization }),
    },
  })
}
