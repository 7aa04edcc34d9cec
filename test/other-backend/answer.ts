/** Answers as FastAPI sends them, with exactly the headers that its CORS middleware adds. */
import type { IncomingMessage, ServerResponse } from 'node:http'

/** An answer; `crash` bypasses the middleware: plain text without CORS headers. */
export type Answer =
  | { readonly status: number; readonly json: unknown }
  | { readonly status: number; readonly html: string }
  | 'empty'
  | 'crash'

export const json = (body: unknown, status = 200): Answer => ({ status, json: body })
export const refuse = (status: number, detail: unknown): Answer => json({ detail }, status)

/** A broken rule of the body, as pydantic 2 reports it: it echoes what was sent. */
export function invalid(field: string, msg: string, body: unknown): Answer {
  return refuse(422, [{ type: 'value_error', loc: ['body', field], msg, input: body, ctx: {} }])
}

/** Sends an answer to a page of the console's origin. */
export function sendAnswer(request: IncomingMessage, response: ServerResponse, answer: Answer) {
  const { origin } = request.headers
  if (answer === 'crash') {
    response.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' })
    response.end('Internal Server Error')
    return
  }
  if (origin !== undefined) {
    response.setHeader('Access-Control-Allow-Origin', origin)
    response.setHeader('Access-Control-Allow-Credentials', 'true')
    response.setHeader('Vary', 'Origin')
  }
  if (answer === 'empty') {
    response.writeHead(204, { 'Content-Type': 'application/json' })
    response.end()
  } else if ('html' in answer) {
    response.writeHead(answer.status, { 'Content-Type': 'text/html' })
    response.end(answer.html)
  } else {
    const challenge = answer.status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}
    response.writeHead(answer.status, { 'Content-Type': 'application/json', ...challenge })
    response.end(JSON.stringify(answer.json))
  }
}

/** The preflight of a browser before a call to another origin. */
export function sendPreflight(request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, {
    'Access-Control-Allow-Origin': request.headers.origin ?? '',
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Allow-Methods': 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT',
    'Access-Control-Allow-Headers': request.headers['access-control-request-headers'] ?? '',
    'Access-Control-Max-Age': '600',
    Vary: 'Origin',
  })
  response.end('OK')
}
