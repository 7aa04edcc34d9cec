/** Taking all factors from an account, for another super admin and for the command on the server. */
import type { Transaction } from '#server/db/database.ts'
import { clearTotp } from '#server/db/repositories/admins.ts'
import { removePasskeys } from '#server/db/repositories/passkeys.ts'
import { removeRecoveryCodes } from '#server/db/repositories/recovery-codes.ts'
import { endSessionsOf } from '#server/db/repositories/sessions.ts'

/**
 * Removes authenticator, passkeys and recovery codes, and ends all sessions. The caller has locked the admin,
 * so that no sign-in of this moment survives.
 */
export async function resetFactors(tx: Transaction, username: string): Promise<void> {
  await clearTotp(tx, username)
  await removePasskeys(tx, username)
  await removeRecoveryCodes(tx, username)
  await endSessionsOf(tx, username)
}
