import type { Database } from '#server/db/database.ts'
import type { FloorRecord } from '#server/db/mirror/floor-records.ts'
import { findMobileUser } from '#server/db/repositories/mobile-users.ts'
import type { Home } from '#server/db/schema/floor.ts'

/**
 * Where the person worked when a record arrived: only that is what the device meant. Earlier versions did not keep it;
 * of their records it is where the person works now, or null if the person was deleted.
 */
export async function homeOf(
  db: Database,
  { home, userid }: Pick<FloorRecord, 'home' | 'userid'>,
): Promise<Home | null> {
  if (home) return home
  const user = await findMobileUser(db, userid)
  return user && { location: user.location, isEverywhere: user.multiLocationEnable }
}
