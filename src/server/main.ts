/** The program: `npm start`. */
import { misnamedSettings, readEnv } from '#server/env.ts'
import { openLog } from '#server/log.ts'
import { runAsProcess } from '#server/process.ts'
import { startServer } from '#server/start.ts'
import { firstStartWords } from '#server/start/first-start.ts'

await runAsProcess(async (onDeath) => {
  const env = readEnv(process.env)
  const log = openLog(env.logLevel)
  for (const sentence of misnamedSettings(process.env)) log.warn(sentence)
  const server = await startServer(env, { log, onDeath })
  if (server.register !== null) process.stderr.write(firstStartWords(server.register))
  return { log, server }
})
