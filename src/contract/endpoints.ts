/** Every call: method, path, who may make it, body and reply (specification.md section 7, decisions/product/open-calls.md). */
import { z } from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import {
  adminForm,
  forgotPasswordForm,
  loginForm,
  loginShape,
  mobileUserForm,
  resetPasswordForm,
  totpForm,
  totpSetupForm,
} from '#contract/forms.ts'
import { ErpSettingsBody } from '#contract/records/erp-settings.ts'
import { OwnProfile } from '#contract/records/people.ts'

const text = z.string()
/** An empty token would pass for a session that the server refuses. */
const token = text.check(z.minLength(1))
const flags = z.record(z.string(), z.unknown())
/** Other servers send null where there is no message. */
const done = z.looseObject({ message: z.nullish(text) })
/**
 * Only the status matters: the specification defines no body here, and other servers send a string, null or a list. A
 * change that succeeded must not be reported as lost.
 */
const notShown = z.unknown()
const credentials = { username: text, password: text }

/** A session token, and what accompanies one that passed the second factor. */
const SessionReply = z.looseObject({
  access_token: z.nullish(text),
  features: z.nullish(flags),
  /** The key of the snapshots on the device (decisions/console/offline.md). */
  cache_key: z.nullish(text),
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
    reply: z.looseObject({ access_token: token }),
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
    reply: notShown,
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
      access_token: token,
      user: z.optional(z.unknown()),
    }),
  }),
  logout: endpoint({
    method: 'POST',
    path: '/logout',
    access: 'endable',
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
    reply: notShown,
  }),
  createAdmin: endpoint({
    method: 'POST',
    path: '/admin/register',
    access: 'super-admin',
    body: newAdmin,
    rules: (limits) => adminForm(limits),
    reply: notShown,
  }),
  updateAdmin: endpoint({
    method: 'PUT',
    path: '/admin/profile/:username',
    access: 'own-or-super-admin',
    body: z.union([changedPassword, editedAdmin]),
    reply: notShown,
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
    reply: notShown,
  }),
  createUser: endpoint({
    method: 'POST',
    path: '/admin/register-user',
    access: 'super-admin',
    body: z.object({ userid: text, password: text, ...mobileFields }),
    rules: mobileUserForm,
    reply: notShown,
  }),
  updateUser: endpoint({
    method: 'PUT',
    path: '/wms-ai-users/update/:userid',
    access: 'super-admin',
    body: z.union([changedUserPassword, editedUser]),
    reply: notShown,
  }),
  deleteUser: endpoint({
    method: 'DELETE',
    path: '/wms-ai-users/delete/:userid',
    access: 'super-admin',
    reply: notShown,
  }),
  saveErpSettings: endpoint({
    method: 'POST',
    path: '/provide-env-data',
    access: 'super-admin',
    stepUp: true,
    body: ErpSettingsBody,
    reply: notShown,
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

/** Whether a body of `updateAdmin` comes from the Change Password dialog. */
export function isChangedPassword(body: object): body is z.infer<typeof changedPassword> {
  return changedPassword.safeParse(body).success
}

/** Whether a body of `updateUser` carries only a new password. */
export function isChangedUserPassword(body: object): body is z.infer<typeof changedUserPassword> {
  return changedUserPassword.safeParse(body).success
}
