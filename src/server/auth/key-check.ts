import type { Sealer } from '#server/auth/seal.ts'
import type { Database } from '#server/db/database.ts'
import { settings } from '#server/db/schema/operations.ts'
import { admins } from '#server/db/schema/people.ts'
import { BadSettings, wrongSetting } from '#server/env.ts'

/**
 * Compares the key with what is sealed in the database. A wrong key is reported at startup, before anything
 * is sealed with it, not at the first sign-in.
 * @throws BadSettings
 */
export async function assertKeyFits(
  db: Database,
  seal: Pick<Sealer, 'isOwn'>,
  sentence = (why: string): string => wrongSetting('secretKey', { why }),
): Promise<void> {
  const cacheKeys = await db.select({ sealed: admins.cacheKey }).from(admins)
  const values = await db.select({ sealed: settings.sealedValue }).from(settings)
  if ([...cacheKeys, ...values].every(({ sealed }) => seal.isOwn(sealed))) return
  const why = 'what is in the database was sealed with another one'
  throw new BadSettings([sentence(why)])
}
