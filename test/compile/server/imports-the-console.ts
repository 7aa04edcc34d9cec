import { readSession } from '#console/session/session.ts'

export const session = readSession
