import type { Database } from '#server/db/database.ts'
import { findMobileUser } from '#server/db/repositories/mobile-users.ts'
import type { Home } from '#server/erp/booking/meaning/find-place.ts'

/** Where a mobile user works; null if the user was deleted. */
export async function homeOf(db: Database, userid: string): Promise<Home | null> {
  const user = await findMobileUser(db, userid)
  return user && { location: user.location, isEverywhere: user.multiLocationEnable }
}
