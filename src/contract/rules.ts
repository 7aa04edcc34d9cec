/** Ordered rules: one message at a time, in the order of specification.md section 5. */
import type { z } from 'zod/mini'
import {
  CHANGED_PASSWORD_MIN_LENGTH,
  COMPANY_NAME_MAX_LENGTH,
  COMPANY_NAME_MIN_LENGTH,
  EMAIL_MAX_LENGTH,
  MOBILE_NAME_MAX_LENGTH,
  MOBILE_NAME_MIN_LENGTH,
  MOBILE_PASSWORD_MAX_LENGTH,
  PASSWORD_MAX_LENGTH,
  PHONE_MAX_DIGITS,
  PHONE_MIN_DIGITS,
  TOTP_DIGITS,
  USERID_MAX_LENGTH,
  USERNAME_MAX_LENGTH,
  USERNAME_MIN_LENGTH,
} from '#contract/constants.ts'
import { nameKey } from '#contract/records/name-key.ts'

/** One rule: the field that shows the message, the condition on the values, the message. */
export type Rule<V> = readonly [
  field: keyof V & string,
  holds: (values: V) => boolean,
  message: string,
]

/** Characters that Postgres cannot store; no keyboard types them. */
const UNSTORABLE = [
  [/\0/, 'Text cannot contain NUL'],
  [/\p{Surrogate}/u, 'Text cannot contain half a character'],
] as const

/** The reason a text cannot be stored, or null if it can. */
export function unstorableReason(text: string): string | null {
  return UNSTORABLE.find(([characters]) => characters.test(text))?.[1] ?? null
}

/**
 * The beginning of a text, at most `length` UTF-16 units long. A character that takes two of them, such as an emoji, is
 * left out where it would be cut in half: half a character can neither be stored nor sent.
 */
export function cutText(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')
}

/**
 * A schema that reports only the first broken rule, on its field. Zod alone reports all of them, and
 * those of the whole object last; the specification wants 'Passwords do not match' before 'too
 * short'. Before all rules every text must be storable.
 */
export function ordered<T extends z.ZodMiniType>(shape: T, rules: readonly Rule<z.output<T>>[]): T {
  return shape.check((context) => {
    const values: z.output<T> = context.value
    const broken = rules.find(([, holds]) => !holds(values))
    const [field, message] = unstorableField(values) ?? [broken?.[0], broken?.[2]]
    if (field === undefined || message === undefined) return
    context.issues.push({ code: 'custom', message, path: [field], input: values })
  })
}

/** The first field of a form whose text cannot be stored, with the reason, or null. */
export function unstorableField(values: unknown): [field: string, reason: string] | null {
  for (const [field, value] of Object.entries(values ?? {})) {
    const reason = typeof value === 'string' ? unstorableReason(value) : null
    if (reason !== null) return [field, reason]
  }
  return null
}

/** The first message of a form, with its field, or null when all rules hold. */
export function firstProblem<T extends z.ZodMiniType>(
  schema: T,
  values: unknown,
): { field: string; message: string } | null {
  const read = schema.safeParse(values)
  if (read.success) return null
  const issue = read.error.issues[0]
  return { field: String(issue?.path[0] ?? ''), message: issue?.message ?? '' }
}

/** The minimum length of a password: that of its form, or the operator's if greater (decisions/console/people-forms.md). */
export function minLength(ofForm: number, ofOperator: number): number {
  return Math.max(ofForm, ofOperator)
}

const SPACE = /\s/

/** Username: no spaces; a letter or digit; allowed characters; length. */
export const usernameRules: readonly Rule<{ username: string }>[] = [
  ['username', (v) => !SPACE.test(v.username), 'Username cannot contain spaces'],
  [
    'username',
    (v) => /[A-Za-z0-9]/.test(v.username),
    'Username must contain at least one letter or number',
  ],
  [
    'username',
    (v) => /^[A-Za-z0-9_$]*$/.test(v.username),
    'Username can only contain letters, numbers, _ and $',
  ],
  [
    'username',
    (v) => v.username.length >= USERNAME_MIN_LENGTH,
    `Username must be at least ${USERNAME_MIN_LENGTH} characters long`,
  ],
  [
    'username',
    (v) => v.username.length <= USERNAME_MAX_LENGTH,
    `Username cannot exceed ${USERNAME_MAX_LENGTH} characters`,
  ],
]

export const companyNameRules: readonly Rule<{ company_name: string }>[] = [
  [
    'company_name',
    (v) => v.company_name.trim().length >= COMPANY_NAME_MIN_LENGTH,
    `Company name must be at least ${COMPANY_NAME_MIN_LENGTH} characters long`,
  ],
  [
    'company_name',
    (v) => v.company_name.trim().length <= COMPANY_NAME_MAX_LENGTH,
    `Company name cannot exceed ${COMPANY_NAME_MAX_LENGTH} characters`,
  ],
]

/** Email: no spaces; an @ and a dot; within the limit of a mailbox; not used by another admin. */
export function emailRules(takenEmails: readonly string[]): Rule<{ company_email: string }>[] {
  const taken = new Set(takenEmails.map(nameKey))
  return [
    ['company_email', (v) => !SPACE.test(v.company_email), 'Email cannot contain spaces'],
    [
      'company_email',
      (v) => v.company_email.includes('@') && v.company_email.includes('.'),
      'Please enter a valid email address',
    ],
    [
      'company_email',
      (v) => v.company_email.length <= EMAIL_MAX_LENGTH,
      `Email cannot exceed ${EMAIL_MAX_LENGTH} characters`,
    ],
    [
      'company_email',
      (v) => !taken.has(nameKey(v.company_email)),
      'This email is already registered as an admin',
    ],
  ]
}

/** Phone: no spaces; digits; 10 to 12 of them. Optional on edit, and checked only if given. */
export function phoneRules(need: 'required' | 'optional'): Rule<{ phone_number: string }>[] {
  const given = (phone: string): boolean => need === 'required' || phone !== ''
  return [
    [
      'phone_number',
      (v) => !given(v.phone_number) || v.phone_number !== '',
      'Phone number is required',
    ],
    ['phone_number', (v) => !SPACE.test(v.phone_number), 'Phone number cannot contain spaces'],
    [
      'phone_number',
      (v) => /^[0-9]*$/.test(v.phone_number),
      'Phone number can only contain digits',
    ],
    [
      'phone_number',
      (v) =>
        !given(v.phone_number) ||
        (v.phone_number.length >= PHONE_MIN_DIGITS && v.phone_number.length <= PHONE_MAX_DIGITS),
      `Phone number must be ${PHONE_MIN_DIGITS} to ${PHONE_MAX_DIGITS} digits`,
    ],
  ]
}

export const PASSWORDS_DIFFER = 'Passwords do not match'
const PASSWORD_SPACES = 'Password cannot contain spaces'

function tooShort(min: number): string {
  return `Password must be at least ${min} characters long`
}

function tooLong(max: number): string {
  return `Password cannot exceed ${max} characters`
}

/** Admin password: match, spaces, length. With `need: 'optional'` a blank one keeps the current password. */
export function adminPasswordRules(
  min: number,
  need: 'required' | 'optional',
): Rule<{ password: string; confirm_password: string }>[] {
  const blank = (v: { password: string }): boolean => need === 'optional' && v.password === ''
  return [
    ['confirm_password', (v) => v.password === v.confirm_password, PASSWORDS_DIFFER],
    ['password', (v) => !SPACE.test(v.password), PASSWORD_SPACES],
    ['password', (v) => blank(v) || v.password.length >= min, tooShort(min)],
    ['password', (v) => v.password.length <= PASSWORD_MAX_LENGTH, tooLong(PASSWORD_MAX_LENGTH)],
  ]
}

/** Change Password: given; length; match (specification.md section 5, 'Other forms'). */
export function changedPasswordRules(
  min: number,
): Rule<{ password: string; confirm_password: string }>[] {
  return [
    ['password', (v) => v.password !== '', 'New password is required'],
    [
      'password',
      (v) => v.password.length >= Math.max(min, CHANGED_PASSWORD_MIN_LENGTH),
      tooShort(Math.max(min, CHANGED_PASSWORD_MIN_LENGTH)),
    ],
    ['password', (v) => v.password.length <= PASSWORD_MAX_LENGTH, tooLong(PASSWORD_MAX_LENGTH)],
    ['password', (v) => !SPACE.test(v.password), PASSWORD_SPACES],
    ['confirm_password', (v) => v.password === v.confirm_password, PASSWORDS_DIFFER],
  ]
}

const ALL_NEEDED = 'Please fill in all fields.'

/** Reset: all given; match; token; length. A confirmation that a call leaves out is not compared. */
export function resetPasswordRules(
  min: number,
  texts: { readonly tokenMissing: string },
): Rule<{ token: string; new_password: string; confirm_password?: string | undefined }>[] {
  return [
    ['new_password', (v) => v.new_password !== '', ALL_NEEDED],
    ['confirm_password', (v) => v.confirm_password !== '', ALL_NEEDED],
    [
      'confirm_password',
      (v) => v.confirm_password === undefined || v.new_password === v.confirm_password,
      'Passwords do not match.',
    ],
    ['token', (v) => v.token !== '', texts.tokenMissing],
    ['new_password', (v) => !SPACE.test(v.new_password), PASSWORD_SPACES],
    ['new_password', (v) => v.new_password.length >= min, tooShort(min)],
    [
      'new_password',
      (v) => v.new_password.length <= PASSWORD_MAX_LENGTH,
      tooLong(PASSWORD_MAX_LENGTH),
    ],
  ]
}

/** Mobile password on its own: length, spaces. Blank passes if it is optional. */
export function mobilePasswordRules<F extends 'password' | 'new_password'>(
  field: F,
  min: number,
  need: 'required' | 'optional',
): Rule<Record<F, string>>[] {
  const max = Math.max(min, MOBILE_PASSWORD_MAX_LENGTH)
  const blank = (value: string): boolean => need === 'optional' && value === ''
  return [
    [field, (v) => blank(v[field]) || v[field].length >= min, tooShort(min)],
    [field, (v) => v[field].length <= max, tooLong(max)],
    [field, (v) => !SPACE.test(v[field]), PASSWORD_SPACES],
  ]
}

export const mobileNameRules: readonly Rule<{ name: string }>[] = [
  [
    'name',
    (v) => v.name.trim().length >= MOBILE_NAME_MIN_LENGTH,
    `Name must be at least ${MOBILE_NAME_MIN_LENGTH} characters long`,
  ],
  [
    'name',
    (v) => v.name.trim().length <= MOBILE_NAME_MAX_LENGTH,
    `Name cannot exceed ${MOBILE_NAME_MAX_LENGTH} characters`,
  ],
]

/** User id: the characters that typing accepts; length. */
export const useridRules: readonly Rule<{ userid: string }>[] = [
  [
    'userid',
    (v) => /^[A-Za-z0-9_$]+$/.test(v.userid),
    'User ID can only contain letters, numbers, _ and $',
  ],
  [
    'userid',
    (v) => v.userid.length <= USERID_MAX_LENGTH,
    `User ID cannot exceed ${USERID_MAX_LENGTH} characters`,
  ],
]

/** A code: given, then six digits. The two places that ask for it word it differently. */
export function codeRules(texts: {
  readonly empty: string
  readonly form: string
}): Rule<{ totp_code: string }>[] {
  const digits = new RegExp(`^[0-9]{${TOTP_DIGITS}}$`)
  return [
    ['totp_code', (v) => v.totp_code !== '', texts.empty],
    ['totp_code', (v) => digits.test(v.totp_code), texts.form],
  ]
}
