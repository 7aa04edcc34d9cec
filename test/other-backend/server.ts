/**
 * A server by others: section 7 of specification.md at its root, on an origin of its own, without anything that only our
 * server has. It is written from the specification alone and imports nothing of ours.
 */
import { createServer, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { refuse, sendAnswer, sendPreflight, json, type Answer } from '#test/other-backend/answer.ts'
import {
  callsWithToken,
  openCalls,
  type Call,
  type OtherAccount,
  type OtherState,
} from '#test/other-backend/calls.ts'
import { otherLists } from '#test/other-backend/lists.ts'

export interface OtherBackend {
  readonly address: string
  /** An account with a second factor. */
  readonly chief: OtherAccount
  /** An account that has to set it up. */
  readonly newcomer: OtherAccount
  /** Received calls that this server does not have, such as `GET /health`. */
  readonly unknown: ReadonlySet<string>
  /** Overrides the answer of a call from now on; null restores it. */
  readonly answerWith: (call: string, answer: Answer | null) => void
  readonly close: () => Promise<void>
}

export async function startOtherBackend(): Promise<OtherBackend> {
  const chief = { username: 'chief', password: 'secret', secret: 'JBSWY3DPEHPK3PXP', enabled: true }
  const newcomer = { ...chief, username: 'newcomer', secret: 'KRSXG5CTMVRXEZLU', enabled: false }
  const state: OtherState = { accounts: [chief, newcomer], lists: otherLists(), tokens: new Set() }
  const unknown = new Set<string>()
  const others = new Map<string, Answer>()
  const server = createServer((request, response) => {
    if (request.method === 'OPTIONS') {
      sendPreflight(request, response)
      return
    }
    const name = `${request.method ?? ''} ${new URL(request.url ?? '', 'http://x').pathname}`
    void readCall(request).then((call) => {
      const answer = others.get(name) ?? answerTo(name, call, state)
      if (answer === null) unknown.add(name)
      sendAnswer(request, response, answer ?? refuse(404, 'Not Found'))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    address: `http://127.0.0.1:${String(port)}`,
    chief,
    newcomer,
    unknown,
    answerWith: (call, answer) => {
      if (answer === null) others.delete(call)
      else others.set(call, answer)
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Null for an unknown call. */
function answerTo(name: string, call: Call, state: OtherState): Answer | null {
  const open = openCalls[name]
  if (open) return open(call, state)
  const [method = '', path = ''] = name.split(' ')
  const list = method === 'GET' ? state.lists[path] : undefined
  const handler = callsWithToken[name]
  if (!list && !handler) return null
  if (call.token === null) return refuse(401, 'Not authenticated')
  if (!state.tokens.has(call.token)) return refuse(401, 'Could not validate credentials')
  return handler ? handler(call, state) : json(list)
}

async function readCall(request: IncomingMessage): Promise<Call> {
  let text = ''
  for await (const part of request.setEncoding('utf8')) text += String(part)
  const isForm = request.headers['content-type']?.includes('x-www-form-urlencoded') ?? false
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? null
  return { token, body: isForm ? Object.fromEntries(new URLSearchParams(text)) : parse(text) }
}

function parse(text: string): Call['body'] {
  if (text === '') return {}
  const value: unknown = JSON.parse(text)
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
