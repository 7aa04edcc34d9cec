/** The program: `npm run second-factor -- reset <username>` (decisions/server/recovery.md). */
import { existsSync } from 'node:fs'
import { assertKeyFits } from '#server/auth/key-check.ts'
import { readSavedDatabase } from '#server/auth/saved-database.ts'
import { keyFile, openSealer, type Sealer } from '#server/auth/seal.ts'
import { lockFolder } from '#server/db/embedded/folder-lock.ts'
import { embeddedFolder, lockFile } from '#server/db/embedded/embedded.ts'
import { openDatabase } from '#server/db/open.ts'
import { BadSettings, readEnv, wrongSetting, type Env } from '#server/env.ts'
import { openLog } from '#server/log.ts'
import { openMailer } from '#server/mail.ts'
import { refuseLeft } from '#server/start/choose-database.ts'
import { askServerToReset } from '#server/start/command-box.ts'
import { resetFromServer, type ResetResult } from '#server/start/reset-command.ts'

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
  if (env.secretKey === null && !existsSync(keyFile(env.dataDir)))
    throw new BadSettings([wrongSetting('dataDir', { given: env.dataDir, why: 'it has no key' })])
  const seal = await openSealer(env)
  const saved = env.databaseUrl === null ? await readSavedDatabase(env.dataDir, seal) : null
  const databaseUrl = env.databaseUrl ?? saved?.url ?? null
  if (databaseUrl === null) await refuseLeft(env)
  if (databaseUrl === null && (await isInUse(env))) return askRunning(env, seal, who)
  if (databaseUrl === null && !existsSync(embeddedFolder(env.dataDir)))
    throw new BadSettings([
      wrongSetting('dataDir', { given: env.dataDir, why: 'it has no database' }),
    ])
  const database = await openDatabase(
    { dataDir: env.dataDir, databaseUrl },
    { onTrouble: () => {}, onDeath: () => {} },
  )
  try {
    await assertKeyFits(database.db, seal)
    const mail = openMailer(env, openLog('silent'))
    return await resetFromServer({ db: database.db, now: Date.now, mail }, who)
  } finally {
    await database.close()
  }
}

/** Whether a server is running on the embedded database. */
async function isInUse({ dataDir }: Env): Promise<boolean> {
  if (!existsSync(lockFile(dataDir))) return false
  const lock = await lockFolder(lockFile(dataDir))
  lock?.release()
  return lock === null
}

async function askRunning(env: Env, seal: Sealer, who: string): Promise<ResetResult> {
  const result = await askServerToReset({ dataDir: env.dataDir, seal }, who)
  const sentence =
    'The server that uses this data folder did not answer. Nothing was changed. Stop it and try again.'
  return result ?? { isDone: false, sentence }
}
