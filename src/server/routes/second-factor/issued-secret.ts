/** A new secret for an authenticator, which counts once a code of it has been confirmed. */
import { SEALED_FOR } from '#server/auth/seal.ts'
import { newTotpSecret, totpAddress } from '#server/auth/totp.ts'
import type { Context } from '#server/context.ts'
import { storePendingTotpSecret } from '#server/db/repositories/admins.ts'
import { writeAudit } from '#server/db/repositories/audit.ts'
import type { Act } from '#server/http/admission.ts'
import type { auditContext } from '#server/http/audit-context.ts'

const INSTRUCTIONS =
  'Scan the QR code with an authenticator app, or type the secret into it. Then enter the 6-digit code that it shows.'

/** Issues the secret to the caller. */
export async function issueSecret(
  context: Context,
  act: Act,
  username: string,
  stamp: ReturnType<typeof auditContext>,
) {
  const secret = newTotpSecret()
  const sealed = context.seal.seal(SEALED_FOR.pendingTotp(username), secret)
  await act(async (tx) => {
    await storePendingTotpSecret(tx, username, sealed)
    await writeAudit(tx, { ...stamp, action: 'second-factor-issued', target: username })
  })
  return {
    qr_code_url: totpAddress(secret, username),
    secret_key: secret,
    setup_instructions: INSTRUCTIONS,
  }
}
