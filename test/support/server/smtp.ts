import { createServer, type Socket } from 'node:net'
import { once } from 'node:events'

/** A message as a mail server gets it. */
export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** Headers, a blank line, the text; lines end with LF, quoted-printable is decoded. */
  readonly content: string
}

/** A mail server on this machine that records its messages (RFC 5321, the commands of a sender). */
export interface MailServer {
  readonly url: string
  /** The next message, or one that has already arrived. */
  next(): Promise<ReceivedMail>
  close(): Promise<void>
}

/** @param verdict 'refuse' answers every recipient with 550 */
export async function startMailServer(verdict: 'take' | 'refuse' = 'take'): Promise<MailServer> {
  const arrived: ReceivedMail[] = []
  const awaited: ((mail: ReceivedMail) => void)[] = []
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    // A refused client may disconnect without reading the rest.
    socket.on('error', () => socket.destroy())
    converse(socket, verdict, (mail) => {
      const first = awaited.shift()
      if (first) first(mail)
      else arrived.push(mail)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    next() {
      const first = arrived.shift()
      return first ? Promise.resolve(first) : new Promise((resolve) => awaited.push(resolve))
    },
    async close() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function converse(
  socket: Socket,
  verdict: 'take' | 'refuse',
  deliver: (mail: ReceivedMail) => void,
): void {
  const say = (line: string) => socket.write(`${line}\r\n`)
  let from = ''
  let to: string[] = []
  let content: string[] | null = null
  let rest = ''
  socket.setEncoding('utf8')
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) hear(line)
  })
  say('220 test ESMTP')

  function hear(line: string): void {
    if (content !== null) {
      if (line !== '.') {
        content.push(line.replace(/^\./, ''))
        return
      }
      deliver({ from, to, content: readable(content.join('\n')) })
      content = null
      say('250 taken')
      return
    }
    const command = line.toUpperCase()
    if (command.startsWith('MAIL FROM:')) [from, to] = [addressIn(line), []]
    if (command.startsWith('RCPT TO:')) {
      if (verdict === 'refuse') return void say('550 no such mailbox')
      to.push(addressIn(line))
    }
    if (command === 'QUIT') return void socket.end('221 bye\r\n')
    if (command === 'DATA') {
      content = []
      return void say('354 go on')
    }
    say('250 ok')
  }
}

function addressIn(line: string): string {
  return /<([^>]*)>/.exec(line)?.[1] ?? ''
}

/** Quoted-printable (RFC 2045, 6.7) as far as plain ASCII needs it. */
function readable(content: string): string {
  return content
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
