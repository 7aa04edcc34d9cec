/** The server judges inputs as the form in the console does, and no input makes it fail. */
import type { z } from 'zod/mini'
import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints, isChangedPassword, isChangedUserPassword } from '#contract/endpoints.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import {
  adminEditForm,
  changePasswordForm,
  ERP_DATABASE,
  ERP_FIELDS,
  erpSettingsForm,
  mobilePasswordForm,
  mobileUserEditForm,
  SPECIFIED_LIMITS,
} from '#contract/forms.ts'
import { problemIssues } from '#contract/problem.ts'
import { testApp, type TestApp } from '#test/support/server/app.ts'
import { call, type Answered } from '#test/support/server/clients/call.ts'
import { aMobileUser, anAdmin, aSuperAdmin, PASSWORD, type Person } from '#test/support/people.ts'
import { chance, oneOf, wildBody, wildText, wildValue } from '#test/support/random-input.ts'

const INPUTS = Number(process.env['INPUTS'] ?? 60)
const SEED = 20_261_121
/** Longer than any wait for another attempt, shorter than a session. */
const PAUSE_MS = 16 * 60_000
/** Many inputs have their password hashed, which is slow on purpose. */
const PATIENCE_MS = 120_000 + INPUTS * 1_000

type Fields = Readonly<Record<string, readonly unknown[]>>

interface Form {
  readonly title: string
  readonly endpoint: Pick<
    Endpoint<string, unknown, unknown>,
    'method' | 'path' | 'encoding' | 'body' | 'rules'
  >
  /** The rules that the handler runs, because they depend on the body. */
  readonly handlerRules?: (body: object) => z.ZodMiniType
  /** For each field, values that its rules accept. */
  readonly fields: Fields
  readonly signsIn?: 'first' | 'full'
}

const company: Fields = {
  company_name: ['Dock Ltd', 'Ab', '  Dock  ', 'x'.repeat(50)],
  company_email: ['new@dock.example', 'a@b.c', 'ROOT@example.com'],
  phone_number: ['5550100100', '555010010012'],
}
const twice: Fields = { password: ['sesame'], confirm_password: ['sesame'] }
const flags = [{}, { bins: true }, { bins: false, nonsense: true }, undefined]
const newAdmin: Fields = {
  username: ['newcomer', 'abc', '_$1', 'root'],
  ...company,
  ...twice,
  is_super_admin: [true, false, undefined],
  features: flags,
}
const picker: Fields = {
  name: ['Pat Picker', ' Pat ', "O'Hara"],
  location: ['Main', 'x'],
  multi_location_enable: [true, false],
  features: [{}, { picking: true }],
}

const editedAdminRules = (body: object): z.ZodMiniType =>
  (isChangedPassword(body) ? changePasswordForm : adminEditForm)(SPECIFIED_LIMITS)

const editedUserRules = (body: object): z.ZodMiniType =>
  (isChangedUserPassword(body) ? mobilePasswordForm : mobileUserEditForm)(SPECIFIED_LIMITS)

const forms: readonly Form[] = [
  {
    title: 'Sign In',
    endpoint: endpoints.login,
    fields: { username: ['root', 'nobody'], password: [PASSWORD, 'x'] },
  },
  { title: 'Registration', endpoint: endpoints.register, fields: newAdmin },
  {
    title: 'Forgot Password',
    endpoint: endpoints.requestPasswordReset,
    fields: { email_or_username: ['root', 'nobody', 'root@example.com'] },
  },
  {
    title: 'Reset Password',
    endpoint: endpoints.resetPassword,
    fields: { token: ['x'], new_password: ['sesame', 'abcd'] },
  },
  {
    title: 'the code at sign-in',
    endpoint: endpoints.twoFactorLogin,
    fields: { username: ['root'], password: [PASSWORD], totp_code: ['123456', '000000'] },
    signsIn: 'first',
  },
  {
    title: 'the code at set-up',
    endpoint: endpoints.twoFactorEnable,
    fields: { username: ['root'], secret_key: ['x'], totp_code: ['123456'] },
    signsIn: 'first',
  },
  { title: 'Create Admin', endpoint: endpoints.createAdmin, fields: newAdmin, signsIn: 'full' },
  {
    title: 'Edit Admin',
    endpoint: endpoints.updateAdmin,
    handlerRules: editedAdminRules,
    fields: {
      ...company,
      phone_number: ['5550100100', '', undefined],
      password: ['', undefined],
      confirm_password: ['', undefined],
      features: flags,
    },
    signsIn: 'full',
  },
  {
    title: 'Change Password',
    endpoint: endpoints.updateAdmin,
    handlerRules: editedAdminRules,
    fields: twice,
    signsIn: 'full',
  },
  {
    title: 'Create WMS User',
    endpoint: endpoints.createUser,
    fields: { userid: ['picker2', 'a', '$'], password: ['pallet'], ...picker },
    signsIn: 'full',
  },
  {
    title: 'Edit WMS User',
    endpoint: endpoints.updateUser,
    handlerRules: editedUserRules,
    fields: { ...picker, password: ['', 'pallet', undefined] },
    signsIn: 'full',
  },
  {
    title: 'Update Password',
    endpoint: endpoints.updateUser,
    handlerRules: editedUserRules,
    fields: { new_password: ['pallet', 'abcd'] },
    signsIn: 'full',
  },
  {
    title: 'ERP Setup',
    endpoint: endpoints.saveErpSettings,
    // Our server has a database already (decisions/server/erp-addresses.md).
    handlerRules: () => erpSettingsForm(new Set([ERP_DATABASE])),
    // No allowed Base URL: every input ends before a connection is tried.
    fields: Object.fromEntries(ERP_FIELDS.map(({ key }) => [key, ['x', 'http://127.0.0.1']])),
    signsIn: 'full',
  },
]

let server: TestApp
let root: Person

beforeAll(async () => {
  server = await testApp({ env: { REGISTRATION: 'open' } })
  root = await aSuperAdmin(server.context)
  await anAdmin(server.context)
  await aMobileUser(server.context)
})

describe.each(forms)('$title', (form) => {
  test(
    `${INPUTS} inputs get the verdict of the form with its first sentence, and never a server error`,
    async () => {
      const random = chance(SEED)
      const disagreements: object[] = []
      const verdicts = { kept: 0, broken: 0 }
      for (let turn = 0; turn < INPUTS; turn += 1) {
        const body =
          form.endpoint.encoding === 'form' ? wildForm(form, random) : wildly(form, random)
        server.clock.advance(PAUSE_MS)
        const answer = await call(server.app, form.endpoint, {
          token: form.signsIn ? await root.session(form.signsIn) : null,
          params: { username: 'ada', userid: 'picker1' },
          body,
        })
        const expected = problemOf(form, body)
        verdicts[expected === null ? 'kept' : 'broken'] += 1
        if (!agrees(answer, expected, form)) disagreements.push({ turn, body, expected, answer })
      }
      expect(disagreements).toEqual([])
      expect(verdicts.kept).toBeGreaterThan(INPUTS / 20)
      expect(verdicts.broken).toBeGreaterThan(INPUTS / 20)
    },
    PATIENCE_MS,
  )
})

/** Whether an answer matches the contract's verdict on the body, and is not a server error. */
function agrees(
  { status, body }: Answered,
  expected: string | typeof ANY | null,
  { signsIn }: Form,
): boolean {
  if (status >= 500) return false
  // The caller may do everything, so only the body can be wrong.
  if (signsIn === 'full' && [401, 403, 429].includes(status)) return false
  if (expected === null || status !== 422) return expected === null && status !== 422
  return expected === ANY || problemIssues(body)[0]?.text === expected
}

/** Refused, but not by a sentence of the form. */
const ANY = Symbol('any sentence')

/** The contract's verdict on a body: its sentence, or null if it is valid. */
function problemOf({ endpoint, handlerRules }: Form, body: unknown): string | typeof ANY | null {
  const given = (JSON.parse(JSON.stringify(body)) as unknown) ?? {}
  const shape = endpoint.body?.safeParse(given)
  if (!shape?.success) return ANY
  if (!isPossible(given)) return ANY
  const values = shape.data as object
  for (const rules of [endpoint.rules?.(SPECIFIED_LIMITS), handlerRules?.(values)]) {
    const read = rules?.safeParse(values)
    if (read && !read.success) return read.error.issues[0]?.message ?? ANY
  }
  return null
}

/**
 * What no form can send: a NUL or half a surrogate pair outside its fields, and a `__proto__` key, which is
 * an attack.
 */
function isPossible(body: unknown): boolean {
  return !/\\u0000|\\ud[89a-f]|"__proto__":/.test(JSON.stringify(body))
}

/** Mostly valid, so that each rule is reached. */
function wildly({ fields }: Form, random: () => number): unknown {
  if (random() < 0.05) return wildBody(random)
  const wildness = random() < 0.4 ? 0 : random()
  const entries = Object.entries(fields)
    .filter(() => random() > wildness * 0.1)
    .map(([name, values]) => [
      name,
      random() < wildness * 0.5 ? wildValue(random) : oneOf(random, values.map(boxed)).value,
    ])
  const extra = random() < 0.1 ? [[wildText(random), wildValue(random)]] : []
  return Object.fromEntries([...entries, ...extra])
}

function boxed(value: unknown): { value: unknown } {
  return { value }
}

/** What a URL can carry: half a surrogate pair becomes the replacement character. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString()
}

/** A web form carries only texts. */
function wildForm({ fields }: Form, random: () => number): unknown {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(() => random() > 0.05)
      .map(([name, values]) => [
        name,
        random() < 0.5 ? wellFormed(wildText(random)) : String(oneOf(random, values)),
      ]),
  )
}
