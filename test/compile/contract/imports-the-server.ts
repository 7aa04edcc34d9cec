import { readEnv } from '#server/env.ts'

export const env = readEnv
