/** The fields of an admin, shared by registration and the admin dialogs (console.md section 5). */
import { TextInput } from '@mantine/core'
import { keepNoSpaces, keepUsername } from '#contract/typing.ts'
import type { ContractForm } from '#console/ui/form.ts'
import { SecretInput } from '#console/ui/secret-input.tsx'

/** What is typed into them. */
export interface AdminValues {
  readonly username: string
  readonly company_name: string
  readonly company_email: string
  readonly phone_number: string
  readonly password: string
  readonly confirm_password: string
}

interface AdminFieldsProps {
  readonly form: ContractForm<AdminValues>
}

export function AdminFields({ form }: AdminFieldsProps) {
  const { values, errorOf, change } = form
  return (
    <>
      <TextInput
        label="Username"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={values.username}
        error={errorOf('username')}
        onChange={(event) => change('username', keepUsername(event.currentTarget.value))}
      />
      <TextInput
        label="Company Name"
        name="company_name"
        autoComplete="organization"
        value={values.company_name}
        error={errorOf('company_name')}
        onChange={(event) => change('company_name', event.currentTarget.value)}
      />
      <TextInput
        label="Company Email"
        name="company_email"
        type="text"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        value={values.company_email}
        error={errorOf('company_email')}
        onChange={(event) => change('company_email', keepNoSpaces(event.currentTarget.value))}
      />
      <TextInput
        label="Phone Number"
        name="phone_number"
        inputMode="tel"
        autoComplete="tel-national"
        value={values.phone_number}
        error={errorOf('phone_number')}
        onChange={(event) => change('phone_number', keepNoSpaces(event.currentTarget.value))}
      />
      <SecretInput
        label="Password"
        name="password"
        autoComplete="new-password"
        value={values.password}
        error={errorOf('password')}
        onChange={(event) => change('password', keepNoSpaces(event.currentTarget.value))}
      />
      <SecretInput
        label="Confirm Password"
        name="confirm_password"
        autoComplete="new-password"
        value={values.confirm_password}
        error={errorOf('confirm_password')}
        onChange={(event) => change('confirm_password', keepNoSpaces(event.currentTarget.value))}
      />
    </>
  )
}
