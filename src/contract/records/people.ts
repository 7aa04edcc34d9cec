/** Admins and mobile users, as lists carry them: never with a password. */
import { z } from 'zod/mini'
import { Scalar } from '#contract/records/erp.ts'

const Flags = z.nullish(z.record(z.string(), z.unknown()))

export const Admin = z.looseObject({
  username: z.string(),
  company_name: Scalar,
  company_email: Scalar,
  phone_number: Scalar,
  is_super_admin: Scalar,
  created_at: Scalar,
  features: Flags,
})

export const MobileUser = z.looseObject({
  userid: z.string(),
  name: Scalar,
  location: Scalar,
  multi_location_enable: Scalar,
  features: Flags,
  created_at: Scalar,
})

export type Admin = z.infer<typeof Admin>
export type MobileUser = z.infer<typeof MobileUser>
