/** Whether a super admin may register. */
import type { Context } from '#server/context.ts'
import { hasSuperAdmin } from '#server/db/repositories/admins.ts'

/** Whether registration is closed now. */
export async function isRegistrationClosed({
  db,
  env,
}: Pick<Context, 'db' | 'env'>): Promise<boolean> {
  return !isRegistrationOpen(env, !(await hasSuperAdmin(db)))
}

/** Whether registration is open to the first super admin or to another one. */
export function isRegistrationOpen({ registration }: Context['env'], isFirst: boolean): boolean {
  return registration === 'open' || (registration === 'first' && isFirst)
}
