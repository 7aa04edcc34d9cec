/** One schema per form. The console runs it while a person types, the server on each request. */
import { z } from 'zod/mini'
import {
  ADMIN_PASSWORD_MIN_LENGTH,
  MOBILE_PASSWORD_MIN_LENGTH,
  TOTP_DIGITS,
} from '#contract/constants.ts'
import { faults } from '#contract/faults.ts'
import {
  adminPasswordRules,
  changedPasswordRules,
  codeRules,
  companyNameRules,
  emailRules,
  minLength,
  mobileNameRules,
  mobilePasswordRules,
  ordered,
  PASSWORDS_DIFFER,
  phoneRules,
  resetPasswordRules,
  unstorableField,
  useridRules,
  usernameRules,
} from '#contract/rules.ts'

/** Limits that an operator may set and a form must know. */
export interface FormLimits {
  /** `PASSWORD_MIN_LENGTH`: raises the minimum of every password (decisions/console/people-forms.md). */
  readonly passwordMinLength: number
}

/** The specification's own limits. */
export const SPECIFIED_LIMITS: FormLimits = { passwordMinLength: 0 }

const text = z.string()
const trimmed = z.string().check(z.trim())
/** A field that a call may leave out; a missing one counts as blank. */
const blankable = z._default(text, '')
const flags = z.record(z.string(), z.boolean())

export const loginShape = z.object({ username: text, password: text })

const BOTH_NEEDED = 'Please enter both username and password'

/** Shows one message on the first empty field. */
export const loginForm = ordered(loginShape, [
  ['username', (v) => v.username !== '', BOTH_NEEDED],
  ['password', (v) => v.password !== '', BOTH_NEEDED],
])

export const forgotPasswordForm = ordered(z.object({ email_or_username: text }), [
  [
    'email_or_username',
    (v) => v.email_or_username.trim() !== '',
    'Please enter your email or username',
  ],
])

export const totpForm = ordered(
  z.object({ totp_code: text }),
  codeRules({
    empty: 'Please enter the TOTP code',
    form: `The TOTP code must have ${TOTP_DIGITS} digits`,
  }),
)

export const totpSetupForm = ordered(
  z.object({ totp_code: text }),
  codeRules({
    empty: 'Please enter the verification code.',
    form: `The verification code must have ${TOTP_DIGITS} digits.`,
  }),
)

/** Reset Password. The call carries no confirmation, so it is compared only if given. */
export function resetPasswordForm(limits: FormLimits) {
  return ordered(
    z.object({ token: text, new_password: text, confirm_password: z.optional(text) }),
    resetPasswordRules(minLength(ADMIN_PASSWORD_MIN_LENGTH, limits.passwordMinLength), {
      tokenMissing: faults.resetTokenMissing,
    }),
  )
}

/** Change Password: at least 6 (specification.md section 5). */
export function changePasswordForm(limits: FormLimits) {
  return ordered(
    z.object({ password: text, confirm_password: text }),
    changedPasswordRules(limits.passwordMinLength),
  )
}

const companyFields = {
  company_name: trimmed,
  company_email: text,
  phone_number: text,
  password: text,
  confirm_password: text,
}

/**
 * Registration and Create Admin. `takenEmails` are the emails of the admins the console knows; the
 * server leaves the check to the database and answers 409.
 */
export function adminForm(limits: FormLimits, takenEmails: readonly string[] = []) {
  const min = minLength(ADMIN_PASSWORD_MIN_LENGTH, limits.passwordMinLength)
  return ordered(z.object({ username: text, ...companyFields }), [
    ...usernameRules,
    ...companyNameRules,
    ...emailRules(takenEmails),
    ...phoneRules('required'),
    ...adminPasswordRules(min, 'required'),
  ])
}

/** The email alone: reports while typing that another admin has it (decisions/console/people-forms.md). */
export function emailForm(takenEmails: readonly string[]) {
  return ordered(z.object({ company_email: text }), emailRules(takenEmails))
}

/** Edit Admin: the username stays, the phone is optional, a blank password keeps the current one. */
export function adminEditForm(limits: FormLimits, takenEmails: readonly string[] = []) {
  const min = minLength(ADMIN_PASSWORD_MIN_LENGTH, limits.passwordMinLength)
  const shape = z.object({
    ...companyFields,
    phone_number: blankable,
    password: blankable,
    confirm_password: blankable,
  })
  return ordered(shape, [
    ...companyNameRules,
    ...emailRules(takenEmails),
    ...phoneRules('optional'),
    ...adminPasswordRules(min, 'optional'),
  ])
}

const mobileFields = {
  name: trimmed,
  location: text,
  multi_location_enable: z.boolean(),
  features: flags,
}

const ALL_NEEDED = 'All fields are required'

/** Create WMS User: all fields must be given before any length is checked; the first empty one shows the message. */
export function mobileUserForm(limits: FormLimits) {
  const min = minLength(MOBILE_PASSWORD_MIN_LENGTH, limits.passwordMinLength)
  return ordered(z.object({ userid: text, password: text, ...mobileFields }), [
    ['userid', (v) => v.userid !== '', ALL_NEEDED],
    ['name', (v) => v.name.trim() !== '', ALL_NEEDED],
    ['password', (v) => v.password !== '', ALL_NEEDED],
    ['location', (v) => v.location.trim() !== '', ALL_NEEDED],
    ...useridRules,
    ...mobilePasswordRules('password', min, 'required'),
    ...mobileNameRules,
  ])
}

/**
 * Edit WMS User: a blank password keeps the current one; a new one must be repeated. The call
 * carries no confirmation, so it is compared only if given.
 */
export function mobileUserEditForm(limits: FormLimits) {
  const min = minLength(MOBILE_PASSWORD_MIN_LENGTH, limits.passwordMinLength)
  const shape = z.object({
    password: blankable,
    confirm_password: z.optional(text),
    ...mobileFields,
  })
  return ordered(shape, [
    [
      'confirm_password',
      (v) => v.confirm_password === undefined || v.password === v.confirm_password,
      PASSWORDS_DIFFER,
    ],
    ...mobilePasswordRules('password', min, 'optional'),
    ...mobileNameRules,
  ])
}

/** Update Password of a mobile user. */
export function mobilePasswordForm(limits: FormLimits) {
  const min = minLength(MOBILE_PASSWORD_MIN_LENGTH, limits.passwordMinLength)
  return ordered(
    z.object({ new_password: text }),
    mobilePasswordRules('new_password', min, 'required'),
  )
}

/** The seven fields of ERP Setup with their labels, in the order of the screen (specification.md section 2). */
export const ERP_FIELDS = [
  { key: 'POSTGRES_DATABASE_URL', label: 'Database URL', secret: false },
  { key: 'NETSUITE_ACCOUNT_ID', label: 'ERP Account ID', secret: false },
  { key: 'NETSUITE_CONSUMER_KEY', label: 'Consumer Key', secret: false },
  { key: 'NETSUITE_CONSUMER_SECRET', label: 'Consumer Secret', secret: true },
  { key: 'NETSUITE_TOKEN_ID', label: 'Token ID', secret: false },
  { key: 'NETSUITE_TOKEN_SECRET', label: 'Token Secret', secret: true },
  { key: 'NETSUITE_BASE_URL', label: 'Base URL', secret: false },
] as const

export type ErpField = (typeof ERP_FIELDS)[number]['key']

/** Our server runs on a database already, so it does not need this field (decisions/server/erp-addresses.md). */
export const ERP_DATABASE = 'POSTGRES_DATABASE_URL' satisfies ErpField

/** The consumer and its token: a server that signs in with a certificate needs none of them. */
export const ERP_TOKEN_FIELDS = [
  'NETSUITE_CONSUMER_KEY',
  'NETSUITE_CONSUMER_SECRET',
  'NETSUITE_TOKEN_ID',
  'NETSUITE_TOKEN_SECRET',
] as const satisfies readonly ErpField[]

const erpShape = z.object({
  POSTGRES_DATABASE_URL: trimmed,
  NETSUITE_ACCOUNT_ID: trimmed,
  NETSUITE_CONSUMER_KEY: trimmed,
  NETSUITE_CONSUMER_SECRET: trimmed,
  NETSUITE_TOKEN_ID: trimmed,
  NETSUITE_TOKEN_SECRET: trimmed,
  NETSUITE_BASE_URL: trimmed,
}) satisfies z.ZodMiniType<Record<ErpField, string>>

/**
 * ERP Setup: every field that is not set yet is required after trimming (decisions/server/erp-addresses.md);
 * the message names all missing fields.
 * @param optional the fields that may stay blank
 */
export function erpSettingsForm(optional: ReadonlySet<ErpField> = new Set()) {
  const missing = (values: Record<ErpField, string>) =>
    ERP_FIELDS.filter(({ key }) => values[key].trim() === '' && !optional.has(key))
  return erpShape.check((context) => {
    const fields = missing(context.value)
    const labels = fields.map((field) => field.label).join(', ')
    const [field, message] = unstorableField(context.value) ?? [
      fields[0]?.key,
      missingFields(labels),
    ]
    if (field === undefined) return
    context.issues.push({ code: 'custom', message, path: [field], input: context.value })
  })
}

/** @param labels of the missing fields, separated by commas */
export function missingFields(labels: string): string {
  return `Please fill in all required fields: ${labels}`
}

/** Download: at least one visible column. */
export const downloadForm = ordered(z.object({ columns: z.array(text), fileName: text }), [
  [
    'columns',
    (v) => v.columns.length > 0,
    'Please make at least one column visible before downloading',
  ],
])
