import { randomBytes } from 'node:crypto'
import type { AdminFeatures } from '#contract/access.ts'
import type { Context } from '#server/context.ts'
import type { NewAdminRow } from '#server/db/repositories/admins.ts'
import { SEALED_FOR } from '#server/auth/seal.ts'

/** The fields of a form that become an admin. */
export interface NewAdmin {
  readonly username: string
  readonly company_name: string
  readonly company_email: string
  readonly phone_number: string
}

/** 256 bits for AES, in the encoding that the console reads. */
const CACHE_KEY_BYTES = 32

/** A new admin as it is stored. */
export function newAdminRow(
  context: Context,
  form: NewAdmin,
  rights: { readonly isSuperAdmin: boolean; readonly features: AdminFeatures },
  passwordHash: string,
): NewAdminRow {
  const at = new Date(context.now())
  const cacheKey = randomBytes(CACHE_KEY_BYTES).toString('base64')
  return {
    username: form.username,
    companyName: form.company_name,
    companyEmail: form.company_email,
    phoneNumber: form.phone_number,
    passwordHash,
    isSuperAdmin: rights.isSuperAdmin,
    features: rights.features,
    totpSecret: null,
    pendingTotpSecret: null,
    lastTotpStep: null,
    cacheKey: context.seal.seal(SEALED_FOR.cacheKey(form.username), cacheKey),
    createdAt: at,
    updatedAt: at,
  }
}
