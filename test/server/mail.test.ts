import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openMailer } from '#server/mail.ts'
import { DEAD_PORT } from '#test/support/server/free-port.ts'
import { startMailServer } from '#test/support/server/smtp.ts'

const message = {
  to: 'ada@example.com',
  subject: 'Reset your password',
  text: 'https://dock.example.com/reset-password?token=tell-nobody\n.\nThat is all.',
}
const silent = { info: () => undefined }

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'dockside-'))
})

afterEach(() => rm(dataDir, { recursive: true }))

describe('with a mail server', () => {
  const settings = (smtpUrl: string) => ({
    smtpUrl,
    mailFrom: 'Dockside <dock@example.com>',
    dataDir,
  })

  test('the whole message goes to the mail server, and nowhere else', async () => {
    const server = await startMailServer()
    await openMailer(settings(server.url), silent).send(message)
    const got = await server.next()
    expect(got).toMatchObject({ from: 'dock@example.com', to: ['ada@example.com'] })
    expect(got.content).toContain('Subject: Reset your password')
    expect(got.content).toContain(message.text)
    expect(await readdir(dataDir)).toEqual([])
    await server.close()
  })

  test('a comma in an address does not add a recipient', async () => {
    const server = await startMailServer()
    const sent = openMailer(settings(server.url), silent).send({
      ...message,
      to: 'ada@example.com,eve@example.com',
    })
    await sent.catch(() => undefined)
    const got = await Promise.race([
      server.next(),
      sent.then(
        () => server.next(),
        () => null,
      ),
    ])
    expect(got?.to ?? []).not.toContain('eve@example.com')
    await server.close()
  })

  test.each([
    ['Dockside [test]', '"Dockside [test]"'],
    ['Dockside (Berlin)', '"Dockside (Berlin)"'],
    ['Dock: Berlin', '"Dock: Berlin"'],
    ['Dock, Team', '"Dock, Team"'],
    ['"Dock, Team"', '"Dock, Team"'],
    ['Dockside', 'Dockside'],
  ])('the sender %s keeps its whole name', async (name, sent) => {
    const server = await startMailServer()
    const mailFrom = `${name} <dock@example.com>`
    await openMailer({ ...settings(server.url), mailFrom }, silent).send(message)
    const got = await server.next()
    expect(got.from).toBe('dock@example.com')
    expect(/^From: (.*)$/m.exec(got.content)?.[1]?.trim()).toBe(`${sent} <dock@example.com>`)
    await server.close()
  })

  test('a refused message is an error', async () => {
    const server = await startMailServer('refuse')
    await expect(openMailer(settings(server.url), silent).send(message)).rejects.toThrow(/550/)
    await server.close()
  })

  test('an unreachable mail server is an error', async () => {
    const url = `smtp://127.0.0.1:${DEAD_PORT}`
    await expect(openMailer(settings(url), silent).send(message)).rejects.toThrow(/ECONNREFUSED/)
  })
})

test('without a mail server a message is a file for this account only, and the log only says where', async () => {
  const logged: unknown[] = []
  const log = { info: (...said: unknown[]) => void logged.push(said) }
  const mailer = openMailer({ smtpUrl: null, mailFrom: 'dock@example.com', dataDir }, log)
  await mailer.send(message)
  await mailer.send(message)
  const folder = join(dataDir, 'outbox')
  const files = await readdir(folder)
  expect(files).toHaveLength(2)
  for (const file of files) {
    const path = join(folder, file)
    expect(await readFile(path, 'utf8')).toContain(message.text)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(JSON.stringify(logged)).toContain(path)
  }
  expect(JSON.stringify(logged)).not.toContain('tell-nobody')
})
