import { describe, expect, test } from 'vitest'
import { adminEditForm, changePasswordForm, SPECIFIED_LIMITS } from '#contract/forms.ts'
import { firstProblem } from '#contract/rules.ts'
import { proveForm } from '#test/contract/forms/prove-form.ts'

const passwordsOf = (password: string) => ({ password, confirm_password: password })

const profile = {
  company_name: 'Acme Ltd',
  company_email: 'picker@acme.io',
  phone_number: '1234567890',
  ...passwordsOf(''),
}

describe('Edit Admin', () => {
  proveForm({
    // The admin's own email is not among the taken ones.
    form: adminEditForm(SPECIFIED_LIMITS, ['boss@acme.io']),
    good: profile,
    accepted: [
      { phone_number: '' },
      { phone_number: '123456789012' },
      { company_name: ' ab ' },
      { company_name: 'a'.repeat(50) },
      passwordsOf('abcd'),
    ],
    faults: [
      [{ company_email: 'a\u0000@b.c' }, 'company_email', 'Text cannot contain NUL'],
      [{ company_name: ' a ' }, 'company_name', 'Company name must be at least 2 characters long'],
      [
        { company_name: 'a'.repeat(51) },
        'company_name',
        'Company name cannot exceed 50 characters',
      ],
      [{ company_email: 'a @b.c' }, 'company_email', 'Email cannot contain spaces'],
      [{ company_email: 'a@bc' }, 'company_email', 'Please enter a valid email address'],
      [
        { company_email: `${'a'.repeat(251)}@b.c` },
        'company_email',
        'Email cannot exceed 254 characters',
      ],
      [
        { company_email: 'Boss@ACME.io' },
        'company_email',
        'This email is already registered as an admin',
      ],
      [{ phone_number: ' ' }, 'phone_number', 'Phone number cannot contain spaces'],
      [{ phone_number: '12345abcde' }, 'phone_number', 'Phone number can only contain digits'],
      [{ phone_number: '12' }, 'phone_number', 'Phone number must be 10 to 12 digits'],
      [{ phone_number: '1234567890123' }, 'phone_number', 'Phone number must be 10 to 12 digits'],
      [{ password: 'abcd' }, 'confirm_password', 'Passwords do not match'],
      [{ confirm_password: 'abce' }, 'confirm_password', 'Passwords do not match'],
      [passwordsOf('a bcd'), 'password', 'Password cannot contain spaces'],
      [passwordsOf('a b'), 'password', 'Password cannot contain spaces'],
      [passwordsOf(' '), 'password', 'Password cannot contain spaces'],
      [passwordsOf('abc'), 'password', 'Password must be at least 4 characters long'],
      [passwordsOf('x'.repeat(1_001)), 'password', 'Password cannot exceed 1000 characters'],
    ],
  })
})

describe('an edited profile', () => {
  test('Edit Admin treats fields that the call leaves out as blank', () => {
    const sent = { company_name: ' Acme Ltd ', company_email: 'picker@acme.io' }
    expect(adminEditForm(SPECIFIED_LIMITS).parse(sent)).toEqual({
      ...sent,
      company_name: 'Acme Ltd',
      phone_number: '',
      password: '',
      confirm_password: '',
    })
  })

  test('Edit Admin rejects a password whose confirmation differs', () => {
    const sent = { company_name: 'Acme', company_email: 'a@b.c', password: 'abcd' }
    expect(firstProblem(adminEditForm(SPECIFIED_LIMITS), sent)?.message).toBe(
      'Passwords do not match',
    )
  })

  test('Edit Admin accepts a password of five that Change Password rejects', () => {
    const five = passwordsOf('12345')
    expect(firstProblem(adminEditForm(SPECIFIED_LIMITS), { ...profile, ...five })).toBeNull()
    expect(firstProblem(changePasswordForm(SPECIFIED_LIMITS), five)).not.toBeNull()
  })

  test("Edit Admin applies the operator's minimum to a new password, not to a blank one", () => {
    const form = adminEditForm({ passwordMinLength: 8 })
    expect(firstProblem(form, profile)).toBeNull()
    expect(firstProblem(form, { ...profile, ...passwordsOf('a'.repeat(8)) })).toBeNull()
    expect(firstProblem(form, { ...profile, ...passwordsOf('a'.repeat(7)) })?.message).toBe(
      'Password must be at least 8 characters long',
    )
  })
})

describe('Change Password', () => {
  proveForm({
    form: changePasswordForm(SPECIFIED_LIMITS),
    good: passwordsOf('abcdef'),
    accepted: [passwordsOf('a'.repeat(100))],
    faults: [
      [passwordsOf(''), 'password', 'New password is required'],
      [{ password: '', confirm_password: 'x' }, 'password', 'New password is required'],
      [passwordsOf('abcde'), 'password', 'Password must be at least 6 characters long'],
      [
        { password: 'abcde', confirm_password: 'x' },
        'password',
        'Password must be at least 6 characters long',
      ],
      [
        { password: 'a b c', confirm_password: 'x' },
        'password',
        'Password must be at least 6 characters long',
      ],
      [passwordsOf('x'.repeat(1_001)), 'password', 'Password cannot exceed 1000 characters'],
      [passwordsOf('abc def'), 'password', 'Password cannot contain spaces'],
      [{ confirm_password: 'abcdeg' }, 'confirm_password', 'Passwords do not match'],
      [{ confirm_password: '' }, 'confirm_password', 'Passwords do not match'],
    ],
  })
})

describe('the minimum in Change Password', () => {
  test("Change Password applies the operator's minimum if it is greater", () => {
    const form = changePasswordForm({ passwordMinLength: 10 })
    expect(firstProblem(form, passwordsOf('a'.repeat(9)))?.message).toBe(
      'Password must be at least 10 characters long',
    )
    expect(firstProblem(form, passwordsOf('a'.repeat(10)))).toBeNull()
  })

  test('Change Password requires 6 if the operator requires less', () => {
    const form = changePasswordForm({ passwordMinLength: 5 })
    expect(firstProblem(form, passwordsOf('abcde'))?.message).toBe(
      'Password must be at least 6 characters long',
    )
  })
})
