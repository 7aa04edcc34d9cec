import { describe, expect, test } from 'vitest'
import {
  mobilePasswordForm,
  mobileUserEditForm,
  mobileUserForm,
  SPECIFIED_LIMITS,
} from '#contract/forms.ts'
import { firstProblem } from '#contract/rules.ts'
import { proveForm } from '#test/contract/forms/prove-form.ts'

const fields = { name: 'Ann Lee', location: 'Main', multi_location_enable: false, features: {} }
const newUser = { userid: 'ann_1', password: 'abcd', ...fields }

const tooShort = 'Password must be at least 4 characters long'
const tooLong = 'Password cannot exceed 15 characters'
const spaces = 'Password cannot contain spaces'
const nameTooShort = 'Name must be at least 2 characters long'
const nameTooLong = 'Name cannot exceed 50 characters'

describe('Create WMS User', () => {
  proveForm({
    form: mobileUserForm(SPECIFIED_LIMITS),
    good: newUser,
    accepted: [
      { userid: 'u' },
      { userid: '$_9' },
      { password: 'a'.repeat(15) },
      { name: 'Al' },
      { name: 'Al 📦' },
      { name: ' Al ' },
      { name: 'a'.repeat(50) },
      { name: ` ${'a'.repeat(50)} ` },
      { multi_location_enable: true, features: { picking: true, binCount: false } },
    ],
    faults: [
      [{ name: 'a\u0000b' }, 'name', 'Text cannot contain NUL'],
      [{ location: 'a\udfff' }, 'location', 'Text cannot contain half a character'],
      [{ userid: '' }, 'userid', 'All fields are required'],
      [{ name: '' }, 'name', 'All fields are required'],
      [{ name: '   ' }, 'name', 'All fields are required'],
      [{ password: '' }, 'password', 'All fields are required'],
      [{ location: '' }, 'location', 'All fields are required'],
      [{ location: '  ' }, 'location', 'All fields are required'],
      [{ userid: 'a-b' }, 'userid', 'User ID can only contain letters, numbers, _ and $'],
      [{ userid: 'a b' }, 'userid', 'User ID can only contain letters, numbers, _ and $'],
      [{ userid: 'a'.repeat(65) }, 'userid', 'User ID cannot exceed 64 characters'],
      [{ password: 'abc' }, 'password', tooShort],
      [{ password: 'a b' }, 'password', tooShort],
      [{ password: 'a'.repeat(16) }, 'password', tooLong],
      [{ password: `a ${'b'.repeat(15)}` }, 'password', tooLong],
      [{ password: 'ab cd' }, 'password', spaces],
      [{ name: 'a' }, 'name', nameTooShort],
      [{ name: ' a ' }, 'name', nameTooShort],
      [{ name: 'a'.repeat(51) }, 'name', nameTooLong],
    ],
  })
})

describe('Edit WMS User', () => {
  proveForm({
    form: mobileUserEditForm(SPECIFIED_LIMITS),
    good: { password: '', confirm_password: '', ...fields },
    accepted: [
      { password: 'abcd', confirm_password: 'abcd' },
      { password: 'a'.repeat(15), confirm_password: 'a'.repeat(15) },
      { name: 'a'.repeat(50) },
    ],
    faults: [
      [{ password: 'abcd' }, 'confirm_password', 'Passwords do not match'],
      [{ confirm_password: 'abce' }, 'confirm_password', 'Passwords do not match'],
      [{ password: 'abc', confirm_password: 'ab' }, 'confirm_password', 'Passwords do not match'],
      [{ password: 'abc', confirm_password: 'abc' }, 'password', tooShort],
      [{ password: 'a'.repeat(16), confirm_password: 'a'.repeat(16) }, 'password', tooLong],
      [{ password: 'ab cd', confirm_password: 'ab cd' }, 'password', spaces],
      [{ name: ' a' }, 'name', nameTooShort],
      [{ name: 'a'.repeat(51) }, 'name', nameTooLong],
    ],
  })
})

describe('Update Password', () => {
  proveForm({
    form: mobilePasswordForm(SPECIFIED_LIMITS),
    good: { new_password: 'abcd' },
    accepted: [{ new_password: 'a'.repeat(15) }],
    faults: [
      [{ new_password: '' }, 'new_password', tooShort],
      [{ new_password: 'abc' }, 'new_password', tooShort],
      [{ new_password: 'a b' }, 'new_password', tooShort],
      [{ new_password: 'a'.repeat(16) }, 'new_password', tooLong],
      [{ new_password: 'ab cd' }, 'new_password', spaces],
    ],
  })
})

describe('an edited mobile user', () => {
  test('Edit WMS User accepts a password without a confirmation, and none at all', () => {
    const form = mobileUserEditForm(SPECIFIED_LIMITS)
    expect(firstProblem(form, { ...fields, password: 'abcd' })).toBeNull()
    expect(form.parse(fields).password).toBe('')
    expect(firstProblem(form, { ...fields, password: 'abc' })?.message).toBe(tooShort)
  })
})

describe('the name of a mobile user', () => {
  test('the name is trimmed and keeps its inner spaces', () => {
    const read = mobileUserForm(SPECIFIED_LIMITS).parse({ ...newUser, name: ' Ann  Lee ' })
    expect(read.name).toBe('Ann  Lee')
  })
})

describe('the minimum of the operator', () => {
  const limits = { passwordMinLength: 12 }
  const eleven = 'a'.repeat(11)
  const message = 'Password must be at least 12 characters long'

  test.each([
    ['Create WMS User', mobileUserForm(limits), { ...newUser, password: eleven }],
    [
      'Edit WMS User',
      mobileUserEditForm(limits),
      { ...fields, password: eleven, confirm_password: eleven },
    ],
    ['Update Password', mobilePasswordForm(limits), { new_password: eleven }],
  ])("the operator's minimum applies to %s", (_what, form, values) => {
    expect(firstProblem(form, values)?.message).toBe(message)
  })

  test('a minimum beyond the maximum raises the maximum, so that a password is possible', () => {
    const form = mobilePasswordForm({ passwordMinLength: 20 })
    expect(firstProblem(form, { new_password: 'a'.repeat(20) })).toBeNull()
    expect(firstProblem(form, { new_password: 'a'.repeat(21) })?.message).toBe(
      'Password cannot exceed 20 characters',
    )
  })

  test('the minimum does not apply to a blank password on edit', () => {
    const values = { ...fields, password: '', confirm_password: '' }
    expect(firstProblem(mobileUserEditForm(limits), values)).toBeNull()
  })
})
