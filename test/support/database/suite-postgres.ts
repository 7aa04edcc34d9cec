/** The Postgres server that the files of a suite share. */
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { inject } from 'vitest'

/** Where to ask the global set-up for the server (test/support/database/postgres-setup.ts). */
export interface PostgresDesk {
  /** On 127.0.0.1. */
  readonly port: number
  /** Sent with the request: other programs on the machine get no answer. */
  readonly secret: string
}

export type PostgresAnswer = { readonly url: string } | { readonly failure: string }

let asked: Promise<string> | undefined

/**
 * URL of a database on the server, as a role that may create databases. The first call of a run starts the
 * server.
 * @throws Error with one sentence if no server is available
 */
export function suitePostgresUrl(): Promise<string> {
  asked ??= ask(inject('postgresDesk'))
  return asked
}

/** Over a plain socket, because tests replace `fetch` and the timers. */
async function ask({ port, secret }: PostgresDesk): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.end(secret)
  const answer: PostgresAnswer = JSON.parse(await text(socket))
  if ('failure' in answer) throw new Error(answer.failure)
  return answer.url
}
