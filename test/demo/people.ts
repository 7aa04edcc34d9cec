/** The people of the demo. Every start generates new passwords and secrets. */
import { randomBytes } from 'node:crypto'
import {
  ADMIN_FEATURES,
  completeFeatures,
  completeMobileFeatures,
  MOBILE_FEATURES,
} from '#contract/access.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { newTotpSecret } from '#server/auth/totp.ts'
import type { Context } from '#server/context.ts'
import { insertAdmin } from '#server/db/repositories/admins.ts'
import { insertMobileUser } from '#server/db/repositories/mobile-users.ts'
import { SEALED_FOR } from '#server/auth/seal.ts'
import { newAdminRow } from '#server/routes/new-admin.ts'

/** How to sign in to the demo. */
export interface DemoAccount {
  readonly username: string
  readonly password: string
  /** The secret of the authenticator in base32. */
  readonly secret: string
}

/** A new account for this start. */
export function demoAccount(): DemoAccount {
  return { username: 'demo', password: newPassword(), secret: newTotpSecret() }
}

/** The super admin of the demo, with every flag. */
export async function addDemoAdmin(context: Context, account: DemoAccount): Promise<void> {
  await addAdmin(context, {
    username: account.username,
    company: 'Harbour Freight Demo',
    password: account.password,
    secret: account.secret,
    features: ADMIN_FEATURES,
    isSuperAdmin: true,
  })
}

/** Colleagues with fewer flags, whose passwords are not printed. */
export async function addColleagues(context: Context): Promise<void> {
  const colleagues = [
    { username: 'floor_lead', features: ['locations', 'bins', 'inventory', 'bincount'] },
    { username: 'receiving', features: ['inbound', 'items'] },
    { username: 'stock_control', features: ['inventory', 'binAdjustment', 'binTransfer'] },
  ] as const
  for (const colleague of colleagues) {
    await addAdmin(context, {
      ...colleague,
      company: 'Harbour Freight Demo',
      password: newPassword(),
      secret: newTotpSecret(),
      isSuperAdmin: false,
    })
  }
}

/** The mobile users whose names the records carry. */
export const MOBILE_USERS = [
  { userid: 'amara', name: 'Amara Okafor', location: 'WH 1' },
  { userid: 'bjorn', name: 'Björn Lindqvist', location: 'WH 2' },
  { userid: 'chen', name: 'Chen Wei', location: 'WH 3' },
  { userid: 'dolores', name: "Dolores O'Brien", location: 'WH 1' },
  { userid: 'emeka', name: 'Emeka Obi', location: 'WH 4' },
  { userid: 'fatima', name: 'Fatima El-Sayed', location: 'WH 2' },
] as const

export async function addMobileUsers(context: Context): Promise<void> {
  const flags = Object.fromEntries(MOBILE_FEATURES.map((flag, nth) => [flag, nth % 4 !== 3]))
  const at = new Date(context.now())
  for (const [nth, user] of MOBILE_USERS.entries()) {
    await insertMobileUser(context.db, {
      ...user,
      passwordHash: await hashPassword(newPassword()),
      multiLocationEnable: nth % 2 === 0,
      features: completeMobileFeatures(nth === 5 ? {} : flags),
      createdAt: at,
      updatedAt: at,
    })
  }
}

interface NewAdmin {
  readonly username: string
  readonly company: string
  readonly password: string
  readonly secret: string
  readonly features: readonly string[]
  readonly isSuperAdmin: boolean
}

async function addAdmin(context: Context, admin: NewAdmin): Promise<void> {
  const { username, company, password, secret, isSuperAdmin } = admin
  const flags = Object.fromEntries(admin.features.map((flag) => [flag, true]))
  const form = {
    username,
    password,
    confirm_password: password,
    company_name: company,
    company_email: `${username}@harbour-freight.example`,
    phone_number: '5550100200',
  }
  const rights = { isSuperAdmin, features: completeFeatures(flags) }
  await insertAdmin(context.db, {
    ...newAdminRow(context, form, rights, await hashPassword(password)),
    totpSecret: context.seal.seal(SEALED_FOR.totp(username), secret),
  })
}

function newPassword(): string {
  return randomBytes(9).toString('base64url')
}
