/** The reset of a second factor from the machine of the server (decisions/server/recovery.md). */
import { secondFactorTexts } from '#contract/texts/own/second-factor-texts.ts'
import type { Context } from '#server/context.ts'
import { notices } from '#server/auth/notice-texts.ts'
import { findAdmin, lockAdmin } from '#server/db/repositories/admins.ts'
import { writeAudit } from '#server/db/repositories/audit.ts'
import { listPasskeys } from '#server/db/repositories/passkeys.ts'
import { countRecoveryCodes } from '#server/db/repositories/recovery-codes.ts'
import { resetFactors } from '#server/routes/second-factor/reset-factors.ts'

/** Who did it, in the audit trail: nobody who is signed in. */
export const SERVER_CONSOLE = 'server console'

const REASON = 'the command on the server'

/** What the command did, in a sentence for the terminal. */
export interface ResetResult {
  readonly isDone: boolean
  readonly sentence: string
}

/** Takes all factors from an account, ends its sessions, and tells the person by mail. */
export async function resetFromServer(
  { db, now, mail }: Pick<Context, 'db' | 'now' | 'mail'>,
  username: string,
): Promise<ResetResult> {
  const stamp = { at: new Date(now()), actor: SERVER_CONSOLE, address: SERVER_CONSOLE }
  const done = await db.transaction(async (tx) => {
    const found = await findAdmin(tx, username)
    const admin = found && (await lockAdmin(tx, found.username))
    if (!admin) return null
    const passkeys = (await listPasskeys(tx, admin.username)).length
    const codes = (await countRecoveryCodes(tx, admin.username)).left
    await resetFactors(tx, admin.username)
    const detail = { reason: REASON }
    const entry = { action: 'second-factor-reset', target: admin.username, detail } as const
    await writeAudit(tx, { ...stamp, ...entry })
    return { admin, passkeys, codes }
  })
  if (!done) return { isDone: false, sentence: `There is no admin '${username}'.` }
  const { admin, passkeys, codes } = done
  const isTold = await mail
    .send({ to: admin.companyEmail, ...notices.reset(SERVER_CONSOLE, REASON, stamp) })
    .then(() => true)
    .catch(() => false)
  const sentence = [
    secondFactorTexts.resetDone(admin.username),
    `Removed: ${admin.totpSecret === null ? 'no authenticator' : 'the authenticator'}, ${counted(passkeys, 'passkey')}, ${counted(codes, 'recovery code')}.`,
    'All sessions of the account have ended. The next sign-in with the password sets up a new second factor.',
    isTold
      ? `${admin.companyEmail} was told by mail.`
      : `${admin.companyEmail} could not be told by mail.`,
    'The audit trail has an entry.',
  ].join('\n')
  return { isDone: true, sentence }
}

function counted(count: number, what: string): string {
  return `${String(count)} ${what}${count === 1 ? '' : 's'}`
}
