/** Calls over real connections that pause between their headers and their body, as on a weak link. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { testApp, type TestApp, type TestAppOptions } from '#test/support/server/app.ts'

/** A call that was admitted by its headers and waits for the rest. */
export interface LateCall {
  /** Sends the rest of the body, or continues a call without one. */
  finish(): Promise<{ readonly status: number; readonly body: string }>
}

export interface LateCaller extends TestApp {
  /**
   * Sends the headers and five bytes of a body; resolves when the server has admitted the call.
   * @param body without one, the call also continues with `finish`
   * @throws Error if the server answers before it has the body
   */
  begin(route: string, token: string, body?: string): Promise<LateCall>
}

const FIRST_BYTES = 5
const NUMBER = 'x-late-call'

/** The app of a test, listening, with calls that come in two parts. */
export async function lateCaller(options: TestAppOptions = {}): Promise<LateCaller> {
  const waiting = new Map<string, { admitted: () => void; goesOn: Promise<void> }>()
  // This hook runs after the access hooks of routes, and before the body is read.
  const watch = (message: unknown): void => {
    const { fastify } = message as { readonly fastify: FastifyInstance }
    fastify.addHook('preParsing', async ({ headers }) => {
      const call = waiting.get(String(headers[NUMBER]))
      call?.admitted()
      await call?.goesOn
    })
  }
  subscribe('fastify.initialization', watch)
  const server = await testApp(options)
  unsubscribe('fastify.initialization', watch)
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  let calls = 0

  return {
    ...server,
    begin: async (route, token, body) => {
      const number = String((calls += 1))
      let goOn = (): void => undefined
      const isAdmitted = new Promise<void>((admitted) => {
        // A call with a body is held back by its body.
        const goesOn =
          body === undefined ? new Promise<void>((go) => (goOn = go)) : Promise.resolve()
        waiting.set(number, { admitted, goesOn })
      })
      const socket = connect(portOf(server.app), '127.0.0.1')
      const answer = answerOn(socket)
      socket.write(`${headOf(route, token, number, body)}${body?.slice(0, FIRST_BYTES) ?? ''}`)
      await Promise.race([isAdmitted, answer.then(({ status }) => answeredEarly(route, status))])
      return {
        finish: () => {
          goOn()
          if (body !== undefined) socket.write(body.slice(FIRST_BYTES))
          return answer
        },
      }
    },
  }
}

function headOf(route: string, token: string, number: string, body?: string): string {
  const sized =
    body === undefined
      ? []
      : ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`]
  return [
    `${route} HTTP/1.1`,
    'host: 127.0.0.1',
    `authorization: Bearer ${token}`,
    `${NUMBER}: ${number}`,
    ...sized,
    'connection: close',
    '',
    '',
  ].join('\r\n')
}

async function answerOn(socket: Socket): Promise<{ status: number; body: string }> {
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk as Buffer)
  const answer = Buffer.concat(chunks).toString()
  const [head = '', ...rest] = answer.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), body: rest.join('\r\n\r\n') }
}

function answeredEarly(route: string, status: number): never {
  throw new Error(`${route} was answered ${status} before its body came`)
}

function portOf({ server }: FastifyInstance): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('it does not listen')
  return address.port
}
