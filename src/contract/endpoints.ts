/** Every call: method, path, who may make it, body and reply (specification.md section 7, decisions/product/open-calls.md). */
import { z } from 'zod/mini'
import type { Access } from '#contract/access.ts'
import {
  adminForm,
  forgotPasswordForm,
  loginForm,
  loginShape,
  mobileUserForm,
  resetPasswordForm,
  totpForm,
  totpSetupForm,
  type FormLimits,
} from '#contract/forms.ts'
import { type ListName, listOf, type PulledList, pulledListOf } from '#contract/lists.ts'
import type { Offer } from '#contract/offers.ts'
import { ErpSettingsBody } from '#contract/records/erp-settings.ts'
import { OwnProfile } from '#contract/records/people.ts'

/**
 * Who may make a call: anyone; a live session of any stage (even without the second factor); a full
 * session, even one whose token was refreshed a moment ago; the admin named in the path or a super
 * admin; or whoever may open a screen (decisions/server/access.md).
 */
export type CallAccess = 'public' | 'any-session' | 'refreshable' | 'own-or-super-admin' | Access

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The names of the parameters in a path: `username` for `'/admin/delete/:username'`. */
export type PathParams<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParams<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never

/** One call. `B` is its body (undefined: none), `R` its reply. */
export interface Endpoint<P extends string = string, B = unknown, R = unknown> {
  readonly method: Method
  readonly path: P
  readonly access: CallAccess
  /** Not in section 7: the console makes the call only if the server offers this (decisions/product/other-servers.md). */
  readonly offer?: Offer
  /** Needs a proof of a factor that is less than five minutes old (decisions/server/step-up.md). */
  readonly stepUp?: true
  /** The encoding of the body; JSON by default. */
  readonly encoding?: 'form'
  /** The shape of the body. */
  readonly body?: z.ZodMiniType<B>
  /** The rules of section 5 that a well-formed body must also satisfy. */
  readonly rules?: (limits: FormLimits) => z.ZodMiniType
  readonly reply: z.ZodMiniType<R>
}

const text = z.string()
const flags = z.record(z.string(), z.unknown())
const done = z.looseObject({ message: z.optional(text) })
const credentials = { username: text, password: text }

/** A session token, and what accompanies one that passed the second factor. */
const SessionReply = z.looseObject({
  access_token: z.optional(text),
  features: z.nullish(flags),
  /** The key of the snapshots on the device (decisions/console/offline.md). */
  cache_key: z.optional(text),
})

const twoFactorLogin = {
  method: 'POST',
  access: 'any-session',
  body: z.object({ ...credentials, totp_code: text }),
  rules: () => totpForm,
  reply: SessionReply,
} as const

const newAdmin = z.object({
  ...credentials,
  company_name: text,
  company_email: text,
  phone_number: text,
  confirm_password: text,
  is_super_admin: z.optional(z.boolean()),
  features: z.optional(z.record(z.string(), z.boolean())),
})

const mobileFields = {
  name: text,
  location: text,
  multi_location_enable: z.boolean(),
  features: z.record(z.string(), z.boolean()),
}

const editedAdmin = z.object({
  username: z.optional(text),
  company_name: text,
  company_email: text,
  phone_number: z.optional(text),
  features: z.optional(z.record(z.string(), z.boolean())),
  is_super_admin: z.optional(z.boolean()),
  password: z.optional(text),
  confirm_password: z.optional(text),
})

const changedPassword = z.strictObject({ password: text, confirm_password: text })

const editedUser = z.object({ ...mobileFields, password: z.optional(text) })
const changedUserPassword = z.strictObject({ new_password: text })

export const endpoints = {
  login: endpoint({
    method: 'POST',
    path: '/token',
    access: 'public',
    encoding: 'form',
    body: loginShape,
    rules: () => loginForm,
    reply: z.looseObject({ access_token: text }),
  }),
  superAdminStatus: endpoint({
    method: 'POST',
    path: '/super-admin-status-check',
    access: 'any-session',
    body: z.object({ username: text }),
    reply: z.looseObject({ data: z.looseObject({ is_super_admin: z.unknown() }) }),
  }),
  ownSuperAdminStatus: endpoint({
    method: 'GET',
    path: '/super-admin-status-check',
    access: 'any-session',
    reply: z.looseObject({ data: z.looseObject({ is_super_admin: z.unknown() }) }),
  }),
  register: endpoint({
    method: 'POST',
    path: '/super-admin/register',
    access: 'public',
    body: newAdmin,
    rules: (limits) => adminForm(limits),
    reply: done,
  }),
  twoFactorStatus: endpoint({
    method: 'POST',
    path: '/auth/check-2fa-status',
    access: 'any-session',
    body: z.object({ username: text }),
    reply: z.looseObject({
      data: z.looseObject({
        two_factor_enabled: z.optional(z.unknown()),
        requires_2fa: z.optional(z.unknown()),
      }),
    }),
  }),
  twoFactorLogin: endpoint({ path: '/auth/login-with-2fa', ...twoFactorLogin }),
  /** The same call under the name used after setup (decisions/product/open-calls.md). */
  twoFactorLoginAfterSetup: endpoint({ path: '/admin/login-with-2fa', ...twoFactorLogin }),
  twoFactorSetup: endpoint({
    method: 'POST',
    path: '/2fa/setup',
    access: 'any-session',
    body: z.object({
      ...credentials,
      /** A current code, required to replace a second factor (decisions/server/rate-limits.md). */
      totp_code: z.optional(text),
    }),
    reply: z.looseObject({
      data: z.looseObject({
        qr_code_url: z.optional(text),
        secret_key: z.optional(text),
        setup_instructions: z.optional(z.unknown()),
      }),
    }),
  }),
  twoFactorEnable: endpoint({
    method: 'POST',
    path: '/2fa/enable',
    access: 'any-session',
    body: z.object({ username: text, secret_key: text, totp_code: text }),
    rules: () => totpSetupForm,
    reply: z.looseObject({ ...SessionReply.shape, success: z.optional(z.unknown()) }),
  }),
  tokenRefresh: endpoint({
    method: 'POST',
    path: '/token-refresh',
    access: 'refreshable',
    reply: z.looseObject({
      ...SessionReply.shape,
      access_token: text,
      user: z.optional(z.unknown()),
    }),
  }),
  logout: endpoint({
    method: 'POST',
    path: '/logout',
    access: 'any-session',
    offer: 'logout',
    reply: done,
  }),
  requestPasswordReset: endpoint({
    method: 'POST',
    path: '/request-password-reset',
    access: 'public',
    body: z.object({ email_or_username: text }),
    rules: () => forgotPasswordForm,
    reply: done,
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/reset-password',
    access: 'public',
    body: z.object({ token: text, new_password: text }),
    rules: resetPasswordForm,
    reply: done,
  }),
  createAdmin: endpoint({
    method: 'POST',
    path: '/admin/register',
    access: 'super-admin',
    body: newAdmin,
    rules: (limits) => adminForm(limits),
    reply: done,
  }),
  updateAdmin: endpoint({
    method: 'PUT',
    path: '/admin/profile/:username',
    access: 'own-or-super-admin',
    body: z.union([changedPassword, editedAdmin]),
    reply: done,
  }),
  ownProfile: endpoint({
    method: 'GET',
    path: '/admin/profile',
    access: 'signed-in',
    reply: OwnProfile,
  }),
  deleteAdmin: endpoint({
    method: 'DELETE',
    path: '/admin/delete/:username',
    access: 'own-or-super-admin',
    reply: done,
  }),
  createUser: endpoint({
    method: 'POST',
    path: '/admin/register-user',
    access: 'super-admin',
    body: z.object({ userid: text, password: text, ...mobileFields }),
    rules: mobileUserForm,
    reply: done,
  }),
  updateUser: endpoint({
    method: 'PUT',
    path: '/wms-ai-users/update/:userid',
    access: 'super-admin',
    body: z.union([changedUserPassword, editedUser]),
    reply: done,
  }),
  deleteUser: endpoint({
    method: 'DELETE',
    path: '/wms-ai-users/delete/:userid',
    access: 'super-admin',
    reply: done,
  }),
  saveErpSettings: endpoint({
    method: 'POST',
    path: '/provide-env-data',
    access: 'super-admin',
    stepUp: true,
    body: ErpSettingsBody,
    reply: done,
  }),
  /** Retries a booking that NetSuite did not accept (decisions/server/bookings.md). Never books twice. */
  retryBooking: endpoint({
    method: 'POST',
    path: '/bookings/:collection/:id/retry',
    access: 'super-admin',
    offer: 'bookings',
    reply: z.looseObject({ outcome: z.enum(['succeeded', 'failed']), message: text }),
  }),
  health: endpoint({
    method: 'GET',
    path: '/health',
    access: 'public',
    offer: 'health',
    reply: z.looseObject({ status: text }),
  }),
} as const

/** The answer of a list call on our server. Other servers send a bare array or a map of users. */
export const ListReply = z.object({ data: z.array(z.record(z.string(), z.unknown())) })

/** The answer of a pull (decisions/server/erp-pulls.md). */
export const PullReply = z.looseObject({
  added: z.number(),
  changed: z.number(),
  removed: z.number(),
  total: z.number(),
  refused: z.number(),
  message: z.optional(text),
})
export type PullReply = z.infer<typeof PullReply>

/** The call that lists a collection or a side list. */
export function listEndpoint(
  name: ListName,
): Endpoint<string, undefined, z.infer<typeof ListReply>> {
  const { path, access, offer } = listOf(name)
  return { method: 'GET', path, access, ...(offer && { offer }), reply: ListReply }
}

/** The call that pulls a list from the ERP; it needs the flag or a super admin (decisions/server/erp-pulls.md). */
export function pullEndpoint(name: PulledList): Endpoint<string, undefined, PullReply> {
  const { erp, access, offer } = pulledListOf(name)
  return {
    method: 'GET',
    path: erp.path,
    access: { ...access, orSuperAdmin: true },
    ...(offer && { offer }),
    reply: PullReply,
  }
}

/** Whether a body of `updateAdmin` comes from the Change Password dialog. */
export function isChangedPassword(body: object): body is z.infer<typeof changedPassword> {
  return changedPassword.safeParse(body).success
}

/** Whether a body of `updateUser` carries only a new password. */
export function isChangedUserPassword(body: object): body is z.infer<typeof changedUserPassword> {
  return changedUserPassword.safeParse(body).success
}

/** Fills the parameters of a path, URL-encoded. */
export function pathWith(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

/** Declares a call; its path, body and reply keep their types. */
export function endpoint<const P extends string, R, B = undefined>(
  declaration: Endpoint<P, B, R>,
): Endpoint<P, B, R> {
  return declaration
}
