/** Compares the key with what is sealed in the database, before anything is sealed with it. */
import { keyFile, openSealers, type Sealer } from '#server/auth/seal.ts'
import type { Database } from '#server/db/database.ts'
import { inDataDir } from '#server/db/embedded/data-dir.ts'
import { settings } from '#server/db/schema/operations.ts'
import { admins } from '#server/db/schema/people.ts'
import { BadSettings, wrongSetting, type Env } from '#server/env.ts'

const OTHER_KEY = 'what is in the database was sealed with another one'

/**
 * A wrong key is reported at startup, not at the first sign-in.
 * @throws BadSettings
 */
export async function assertKeyFits(
  db: Database,
  seal: Pick<Sealer, 'isOwn'>,
  sentence = (why: string): string => wrongSetting('secretKey', { why }),
): Promise<void> {
  const sealed = await sealedIn(db)
  if (!sealed.every((one) => seal.isOwn(one))) throw new BadSettings([sentence(OTHER_KEY)])
}

/**
 * The sealer that opens what is in the database.
 * @param why what to tell the operator if there is none
 * @throws BadSettings if there is none
 */
export async function fittingSealer(
  db: Database,
  env: Pick<Env, 'secretKey' | 'dataDir'>,
  why = OTHER_KEY,
): Promise<Sealer> {
  const sealers = await inDataDir(env.dataDir, () => openSealers(env))
  const sealed = await sealedIn(db)
  const fitting = sealers.find((seal) => sealed.every((one) => seal.isOwn(one)))
  if (fitting) return fitting
  throw new BadSettings([wrongKey(env, why)])
}

/** Without the setting the key is in a file, so the sentence names it. */
function wrongKey({ secretKey, dataDir }: Pick<Env, 'secretKey' | 'dataDir'>, why: string): string {
  if (secretKey !== null) return wrongSetting('secretKey', { why })
  const unset = `it is not set, and the key in ${keyFile(dataDir)} does not fit: ${why}`
  return wrongSetting('secretKey', { why: unset })
}

async function sealedIn(db: Database): Promise<readonly string[]> {
  const cacheKeys = await db.select({ sealed: admins.cacheKey }).from(admins)
  const values = await db.select({ sealed: settings.sealedValue }).from(settings)
  return [...cacheKeys, ...values].map(({ sealed }) => sealed)
}
