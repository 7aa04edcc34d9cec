/**
 * Sends mail through the configured mail server, or else writes it to a folder
 * (decisions/server/secrets.md).
 */
import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { createTransport, type SendMailOptions } from 'nodemailer'

export interface Mail {
  /** One address. */
  readonly to: string
  readonly subject: string
  readonly text: string
}

export interface Mailer {
  /** Rejects if the mail server does not accept the message. */
  send(message: Mail): Promise<void>
}

/** A mail server that does not answer must not delay a message forever. */
const SMTP_TIMEOUT_MS = 20_000

/** The mailer that the settings ask for. */
export function openMailer(
  settings: {
    readonly smtpUrl: string | null
    readonly mailFrom: string
    readonly dataDir: string
  },
  log: Pick<FastifyBaseLogger, 'info'>,
): Mailer {
  const { smtpUrl, mailFrom, dataDir } = settings
  return smtpUrl === null ? outbox(join(dataDir, 'outbox'), mailFrom, log) : smtp(smtpUrl, mailFrom)
}

function smtp(url: string, from: string): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
  })
  return {
    async send({ to, subject, text }) {
      // As an object the address is taken literally: a comma in it does not add a recipient.
      await transport.sendMail({
        from: senderOf(from),
        to: { name: '', address: to },
        subject,
        text,
      })
    },
  }
}

/**
 * The sender as an object, so that the name is taken literally: in a text, brackets and colons have a meaning of their own
 * and would change it. Quotes around the whole name are those of the notation.
 */
function senderOf(from: string): SendMailOptions['from'] {
  const [, name, address] = /^([^<>]*)<([^<>]+)>$/.exec(from) ?? []
  if (name === undefined || address === undefined) return { name: '', address: from }
  const [, quoted] = /^"(.*)"$/.exec(name.trim()) ?? []
  return { name: quoted?.replaceAll(/\\(.)/g, '$1') ?? name.trim(), address }
}

function outbox(folder: string, from: string, log: Pick<FastifyBaseLogger, 'info'>): Mailer {
  return {
    async send({ to, subject, text }) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, `${randomBytes(8).toString('hex')}.txt`)
      const message = `From: ${from}\nTo: ${to}\nSubject: ${subject}\n\n${text}\n`
      await writeFile(path, message, { mode: 0o600, flag: 'wx' })
      log.info({ path }, 'no mail server is set: message written to the outbox')
    },
  }
}
