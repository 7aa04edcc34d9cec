/** Admins and mobile users as lists send them: never with a password. */
import { z } from 'zod/mini'
import { Scalar } from '#contract/records/erp.ts'

/**
 * The version of an account on our server. Sent back as `If-Match`, it prevents an edit from
 * overwriting another person's; other servers do not have it.
 */
export const VERSION_FIELD = 'row_version'

const version = { [VERSION_FIELD]: z.optional(z.string()) }

const Flags = z.nullish(z.record(z.string(), z.unknown()))

export const Admin = z.looseObject({
  username: z.string(),
  company_name: Scalar,
  company_email: Scalar,
  phone_number: Scalar,
  is_super_admin: Scalar,
  created_at: Scalar,
  features: Flags,
  ...version,
})

/** The admin's own profile, bare or in `data`: another server may wrap it (specification.md section 7). */
export const OwnProfile = z.pipe(
  z.transform((body: unknown) => {
    const isWrapped = typeof body === 'object' && body !== null && 'data' in body
    return isWrapped && typeof body.data === 'object' && body.data !== null ? body.data : body
  }),
  Admin,
)

export const MobileUser = z.looseObject({
  userid: z.string(),
  name: Scalar,
  location: Scalar,
  multi_location_enable: Scalar,
  features: Flags,
  created_at: Scalar,
  ...version,
})

export type Admin = z.infer<typeof Admin>
export type MobileUser = z.infer<typeof MobileUser>
