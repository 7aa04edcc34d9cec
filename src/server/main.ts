/** The program: `npm start`. */
import { misnamedSettings, readEnv } from '#server/env.ts'
import { openLog } from '#server/log.ts'
import { runAsProcess } from '#server/process.ts'
import { startServer } from '#server/start.ts'

await runAsProcess(async (onDeath) => {
  const env = readEnv(process.env)
  const log = openLog(env.logLevel)
  for (const sentence of misnamedSettings(process.env)) log.warn(sentence)
  return { log, server: await startServer(env, { log, onDeath }) }
})
