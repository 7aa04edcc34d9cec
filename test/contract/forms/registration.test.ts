import { describe, expect, test } from 'vitest'
import { adminForm, SPECIFIED_LIMITS } from '#contract/forms.ts'
import { firstProblem } from '#contract/rules.ts'
import { proveForm } from '#test/contract/forms/prove-form.ts'

const good = {
  username: 'picker1',
  company_name: 'Acme Ltd',
  company_email: 'picker@acme.io',
  phone_number: '1234567890',
  password: 'abcd',
  confirm_password: 'abcd',
}

const letterOrNumber = 'Username must contain at least one letter or number'
const passwordsOf = (password: string) => ({ password, confirm_password: password })

describe('registration and Create Admin', () => {
  proveForm({
    form: adminForm(SPECIFIED_LIMITS, ['Boss@Acme.io']),
    good,
    accepted: [
      { username: 'abc' },
      { username: 'a__' },
      { username: '_$7' },
      { username: 'a'.repeat(20) },
      { company_name: 'ab' },
      { company_name: ' ab ' },
      { company_name: 'a b' },
      { company_name: 'a'.repeat(50) },
      { company_name: ` ${'a'.repeat(50)} ` },
      { company_email: 'a.b@c' },
      { company_email: 'a@b.c' },
      { phone_number: '123456789012' },
      passwordsOf('a'.repeat(200)),
      passwordsOf('äöü€'),
    ],
    faults: [
      [{ company_email: 'a\u0000@b.c' }, 'company_email', 'Text cannot contain NUL'],
      // Within the username: spaces, a letter or digit, allowed characters, length
      [{ username: 'a b c' }, 'username', 'Username cannot contain spaces'],
      [{ username: '  ' }, 'username', 'Username cannot contain spaces'],
      [{ username: '_ $' }, 'username', 'Username cannot contain spaces'],
      [{ username: 'a\tb-' }, 'username', 'Username cannot contain spaces'],
      [{ username: '' }, 'username', letterOrNumber],
      [{ username: '__' }, 'username', letterOrNumber],
      [{ username: '___' }, 'username', letterOrNumber],
      [{ username: '-!-' }, 'username', letterOrNumber],
      [{ username: '_'.repeat(21) }, 'username', letterOrNumber],
      [{ username: 'a-b' }, 'username', 'Username can only contain letters, numbers, _ and $'],
      [{ username: 'a-' }, 'username', 'Username can only contain letters, numbers, _ and $'],
      [
        { username: `${'a'.repeat(21)}!` },
        'username',
        'Username can only contain letters, numbers, _ and $',
      ],
      [{ username: 'zoë1' }, 'username', 'Username can only contain letters, numbers, _ and $'],
      [{ username: 'ab' }, 'username', 'Username must be at least 3 characters long'],
      [{ username: 'a'.repeat(21) }, 'username', 'Username cannot exceed 20 characters'],
      // Company name
      [{ company_name: '' }, 'company_name', 'Company name must be at least 2 characters long'],
      [{ company_name: 'a' }, 'company_name', 'Company name must be at least 2 characters long'],
      [
        { company_name: '  a  ' },
        'company_name',
        'Company name must be at least 2 characters long',
      ],
      [
        { company_name: 'a'.repeat(51) },
        'company_name',
        'Company name cannot exceed 50 characters',
      ],
      // Email: spaces, form, taken
      [{ company_email: 'a @b.c' }, 'company_email', 'Email cannot contain spaces'],
      [{ company_email: 'nobody at home' }, 'company_email', 'Email cannot contain spaces'],
      [{ company_email: 'boss@ acme.io' }, 'company_email', 'Email cannot contain spaces'],
      [{ company_email: '' }, 'company_email', 'Please enter a valid email address'],
      [{ company_email: 'ab.c' }, 'company_email', 'Please enter a valid email address'],
      [{ company_email: 'a@bc' }, 'company_email', 'Please enter a valid email address'],
      [
        { company_email: `${'a'.repeat(251)}@b.c` },
        'company_email',
        'Email cannot exceed 254 characters',
      ],
      [
        { company_email: 'bOSS@aCME.IO' },
        'company_email',
        'This email is already registered as an admin',
      ],
      // Phone: spaces, digits, how many
      [{ phone_number: '' }, 'phone_number', 'Phone number is required'],
      [{ phone_number: '123 4567890' }, 'phone_number', 'Phone number cannot contain spaces'],
      [{ phone_number: '1 a' }, 'phone_number', 'Phone number cannot contain spaces'],
      [{ phone_number: '12345abcde' }, 'phone_number', 'Phone number can only contain digits'],
      [{ phone_number: '+49123' }, 'phone_number', 'Phone number can only contain digits'],
      [
        { phone_number: '１２３４５６７８９０' },
        'phone_number',
        'Phone number can only contain digits',
      ],
      [{ phone_number: '123456789' }, 'phone_number', 'Phone number must be 10 to 12 digits'],
      [{ phone_number: '1234567890123' }, 'phone_number', 'Phone number must be 10 to 12 digits'],
      // Password: match, spaces, length
      [{ password: 'abcde' }, 'confirm_password', 'Passwords do not match'],
      [{ password: 'a b', confirm_password: 'abc' }, 'confirm_password', 'Passwords do not match'],
      [{ password: 'abc', confirm_password: '' }, 'confirm_password', 'Passwords do not match'],
      [passwordsOf('a bcd'), 'password', 'Password cannot contain spaces'],
      [passwordsOf('a b'), 'password', 'Password cannot contain spaces'],
      [passwordsOf(''), 'password', 'Password must be at least 4 characters long'],
      [passwordsOf('abc'), 'password', 'Password must be at least 4 characters long'],
      [passwordsOf('x'.repeat(1_001)), 'password', 'Password cannot exceed 1000 characters'],
    ],
  })
})

describe('a company name', () => {
  test.each([
    [' Acme Ltd ', 'Acme Ltd'],
    ['Acme  Warehouses  Ltd', 'Acme  Warehouses  Ltd'],
    ['\tA B\n', 'A B'],
  ])('%j is stored as %j: trimmed, with its inner spaces', (typed, kept) => {
    const read = adminForm(SPECIFIED_LIMITS).safeParse({ ...good, company_name: typed })
    expect(read.data?.company_name).toBe(kept)
  })
})

describe('the minimum of the operator', () => {
  const form = adminForm({ passwordMinLength: 12 })

  test("the operator's minimum raises that of the form, and the message says so", () => {
    expect(firstProblem(form, { ...good, ...passwordsOf('a'.repeat(11)) })?.message).toBe(
      'Password must be at least 12 characters long',
    )
    expect(firstProblem(form, { ...good, ...passwordsOf('a'.repeat(12)) })).toBeNull()
  })

  test("the operator's minimum never lowers that of the form", () => {
    const low = adminForm({ passwordMinLength: 1 })
    expect(firstProblem(low, { ...good, ...passwordsOf('abc') })?.message).toBe(
      'Password must be at least 4 characters long',
    )
  })
})

describe('all five fields wrong at once', () => {
  const steps: readonly (readonly [change: Partial<typeof good>, message: string])[] = [
    [{ username: 'a b' }, 'Username cannot contain spaces'],
    [{ company_name: 'a' }, 'Company name must be at least 2 characters long'],
    [{ company_email: 'ab.c' }, 'Please enter a valid email address'],
    [{ phone_number: '12' }, 'Phone number must be 10 to 12 digits'],
    [{ password: 'x' }, 'Passwords do not match'],
  ]

  test('the errors are reported one after the other as they are fixed', () => {
    const told: string[] = []
    for (let mended = 0; mended <= steps.length; mended++) {
      const wrong = steps.slice(mended).map(([change]) => change)
      const found = firstProblem(adminForm(SPECIFIED_LIMITS), Object.assign({}, good, ...wrong))
      if (found) told.push(found.message)
    }
    expect(told).toEqual(steps.map(([, message]) => message))
  })
})
