/** Whether a super admin may register. */
import type { ConsoleConfig } from '#contract/config.ts'
import type { Context } from '#server/context.ts'
import { hasSuperAdmin } from '#server/db/repositories/admins.ts'

/** What the console is told about registration; `config.json` has only what is true. */
export type RegistrationState = Pick<ConsoleConfig, 'registrationClosed' | 'firstAdminNeeded'>

/** Whether registration is closed now, and whether the first super admin is to register. */
export async function registrationState({
  db,
  env,
}: Pick<Context, 'db' | 'env'>): Promise<RegistrationState> {
  const isFirst = !(await hasSuperAdmin(db))
  if (!isRegistrationOpen(env, isFirst)) return { registrationClosed: true }
  return isFirst ? { firstAdminNeeded: true } : {}
}

/** Whether registration is open to the first super admin or to another one. */
export function isRegistrationOpen({ registration }: Context['env'], isFirst: boolean): boolean {
  return registration === 'open' || (registration === 'first' && isFirst)
}
