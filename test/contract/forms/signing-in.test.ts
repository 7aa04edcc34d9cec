import { describe, expect, test } from 'vitest'
import {
  forgotPasswordForm,
  loginForm,
  resetPasswordForm,
  SPECIFIED_LIMITS,
  totpForm,
  totpSetupForm,
} from '#contract/forms.ts'
import { firstProblem } from '#contract/rules.ts'
import { proveForm } from '#test/contract/forms/prove-form.ts'

describe('login', () => {
  proveForm({
    form: loginForm,
    good: { username: 'picker1', password: 'abcd' },
    accepted: [{ username: 'a' }, { password: 'x' }, { password: ' ' }],
    faults: [
      [{ username: '' }, 'username', 'Please enter both username and password'],
      [{ password: '' }, 'password', 'Please enter both username and password'],
      [{ username: '', password: '' }, 'username', 'Please enter both username and password'],
    ],
  })
})

describe('Forgot Password', () => {
  proveForm({
    form: forgotPasswordForm,
    good: { email_or_username: 'a@b.c' },
    accepted: [{ email_or_username: 'picker1' }],
    faults: [
      [{ email_or_username: '' }, 'email_or_username', 'Please enter your email or username'],
      [{ email_or_username: '  ' }, 'email_or_username', 'Please enter your email or username'],
    ],
  })
})

const sixDigits = 'The TOTP code must have 6 digits'

describe('the code at sign-in', () => {
  proveForm({
    form: totpForm,
    good: { totp_code: '123456' },
    accepted: [{ totp_code: '000000' }],
    faults: [
      [{ totp_code: '' }, 'totp_code', 'Please enter the TOTP code'],
      [{ totp_code: '12345' }, 'totp_code', sixDigits],
      [{ totp_code: '1234567' }, 'totp_code', sixDigits],
      [{ totp_code: '12345a' }, 'totp_code', sixDigits],
      [{ totp_code: '123 456' }, 'totp_code', sixDigits],
      [{ totp_code: '123456\n' }, 'totp_code', sixDigits],
    ],
  })
})

describe('the code in the setup dialog', () => {
  proveForm({
    form: totpSetupForm,
    good: { totp_code: '123456' },
    accepted: [{ totp_code: '000000' }],
    faults: [
      [{ totp_code: '' }, 'totp_code', 'Please enter the verification code.'],
      [{ totp_code: '12345' }, 'totp_code', 'The verification code must have 6 digits.'],
      [{ totp_code: 'abcdef' }, 'totp_code', 'The verification code must have 6 digits.'],
    ],
  })
})

const reset = { token: 't', new_password: 'abcd', confirm_password: 'abcd' }

describe('Reset Password', () => {
  proveForm({
    form: resetPasswordForm(SPECIFIED_LIMITS),
    good: reset,
    accepted: [{ new_password: 'abcdefgh', confirm_password: 'abcdefgh' }],
    faults: [
      [{ new_password: '' }, 'new_password', 'Please fill in all fields.'],
      [{ confirm_password: '' }, 'confirm_password', 'Please fill in all fields.'],
      [
        { new_password: '', confirm_password: '', token: '' },
        'new_password',
        'Please fill in all fields.',
      ],
      [{ confirm_password: 'abce' }, 'confirm_password', 'Passwords do not match.'],
      [
        { confirm_password: 'abce', new_password: 'a c', token: '' },
        'confirm_password',
        'Passwords do not match.',
      ],
      [{ token: '' }, 'token', 'Invalid or missing reset token.'],
      [
        { new_password: 'ab cd', confirm_password: 'ab cd' },
        'new_password',
        'Password cannot contain spaces',
      ],
      [
        { new_password: 'abc', confirm_password: 'abc' },
        'new_password',
        'Password must be at least 4 characters long',
      ],
      [
        { new_password: 'x'.repeat(1_001), confirm_password: 'x'.repeat(1_001) },
        'new_password',
        'Password cannot exceed 1000 characters',
      ],
    ],
  })
})

describe('a reset', () => {
  test('a reset compares the confirmation only if given, because the call carries none', () => {
    const form = resetPasswordForm(SPECIFIED_LIMITS)
    expect(firstProblem(form, { token: 't', new_password: 'abcd' })).toBeNull()
    expect(firstProblem(form, { token: 't', new_password: '' })?.message).toBe(
      'Please fill in all fields.',
    )
  })

  test("a reset applies the operator's minimum if it is greater", () => {
    const form = resetPasswordForm({ passwordMinLength: 9 })
    expect(firstProblem(form, { token: 't', new_password: 'a'.repeat(8) })?.message).toBe(
      'Password must be at least 9 characters long',
    )
    expect(firstProblem(form, { token: 't', new_password: 'a'.repeat(9) })).toBeNull()
  })
})
