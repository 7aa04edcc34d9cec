/** The Postgres server that the files of a suite share. */
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { inject } from 'vitest'

/** Where the global set-up (test/support/database/postgres-setup.ts) says where the server is. */
export interface PostgresDesk {
  /** On 127.0.0.1. */
  readonly port: number
  /** What to send: other programs on the machine are not answered. */
  readonly secret: string
}

export type PostgresAnswer = { readonly url: string } | { readonly failure: string }

let asked: Promise<string> | undefined

/**
 * URL of a database on the server, as a role that may create databases. The first call of a run starts the server.
 * @throws Error with one sentence when no server can be had
 */
export function suitePostgresUrl(): Promise<string> {
  asked ??= ask(inject('postgresDesk'))
  return asked
}

/** Over a bare socket: tests replace `fetch` and the timers. */
async function ask({ port, secret }: PostgresDesk): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.end(secret)
  const answer: PostgresAnswer = JSON.parse(await text(socket))
  if ('failure' in answer) throw new Error(answer.failure)
  return answer.url
}
