/** One call over a socket, with the size of its answer on the wire. */
import { connect } from 'node:net'

export interface RawAnswer {
  readonly status: number
  /** Status line and headers as received. */
  readonly head: string
  readonly headers: Readonly<Record<string, string>>
  /** All bytes of the answer, including its headers. */
  readonly bytes: number
}

/** Sends a GET and reads to the end of the connection. */
export async function rawGet(
  address: string,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<RawAnswer> {
  const { hostname, port, host } = new URL(address)
  const socket = connect(Number(port), hostname)
  const fields = { host, ...headers, connection: 'close' }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`)
  socket.write([`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk as Buffer)
  const answer = Buffer.concat(chunks)
  const head = answer.subarray(0, answer.indexOf('\r\n\r\n')).toString('latin1')
  const [statusLine = '', ...rest] = head.split('\r\n')
  return {
    status: Number(statusLine.split(' ')[1]),
    head,
    headers: Object.fromEntries(
      rest.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 2),
      ]),
    ),
    bytes: answer.length,
  }
}
