/** The program: `npm run second-factor -- reset <username>` (decisions/server/recovery.md). */
import { fittingSealer } from '#server/auth/key-check.ts'
import type { Sealer } from '#server/auth/seal.ts'
import { openDatabase } from '#server/db/open.ts'
import { BadSettings, readEnv, type Env } from '#server/env.ts'
import { openLog } from '#server/log.ts'
import { openMailer } from '#server/mail.ts'
import { toSettingsError } from '#server/start/choose-database.ts'
import { askServerToReset } from '#server/start/command-box.ts'
import { resetFromServer, type ResetResult } from '#server/start/reset-command.ts'
import { usedDatabase } from '#server/start/used-database.ts'

const USAGE = `Usage: npm run second-factor -- reset <username>

Removes the authenticator, the passkeys and the recovery codes of an admin, and ends the admin's sessions.
Run it with the settings of the server, on its machine. The server may be running.
`

const [action, username, ...rest] = process.argv.slice(2)

if (action !== 'reset' || username === undefined || rest.length > 0) {
  process.stderr.write(USAGE)
  process.exit(2)
}

try {
  const { isDone, sentence } = await reset(readEnv(process.env), username)
  process.stdout.write(`${sentence}\n`)
  process.exitCode = isDone ? 0 : 1
} catch (error) {
  if (!(error instanceof BadSettings)) throw error
  for (const sentence of error.sentences) process.stderr.write(`${sentence}\n`)
  process.exitCode = 1
}

async function reset(env: Env, who: string): Promise<ResetResult> {
  const { url, forServer, sentence } = await usedDatabase(env)
  if (forServer !== null) return askRunning(env, forServer, who)
  const settings = { dataDir: env.dataDir, databaseUrl: url }
  const database = await openDatabase(
    settings,
    { onTrouble: () => {}, onDeath: () => {} },
    sentence,
  ).catch((error: unknown) => {
    throw toSettingsError(error, sentence)
  })
  try {
    await fittingSealer(database.db, env)
    const mail = openMailer(env, openLog('silent'))
    return await resetFromServer({ db: database.db, now: Date.now, mail }, who)
  } finally {
    await database.close()
  }
}

async function askRunning(env: Env, seal: Sealer, who: string): Promise<ResetResult> {
  const result = await askServerToReset({ dataDir: env.dataDir, seal }, who)
  const sentence =
    'The server that uses this data folder did not answer. Nothing was changed. Stop it and try again.'
  return result ?? { isDone: false, sentence }
}
