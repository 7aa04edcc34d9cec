/** The fields of an admin, shared by registration and the admin dialogs (console.md section 5). */
import { TextInput } from '@mantine/core'
import { messages } from '#contract/messages.ts'
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

export function AdminFields({ form: { field } }: AdminFieldsProps) {
  return (
    <>
      <TextInput
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...field('username', keepUsername)}
      />
      <TextInput label="Company Name" autoComplete="organization" {...field('company_name')} />
      <TextInput
        label="Company Email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...field('company_email', keepNoSpaces)}
      />
      <TextInput
        label="Phone Number"
        inputMode="tel"
        autoComplete="tel-national"
        {...field('phone_number', keepNoSpaces)}
      />
      <SecretInput
        label="Password"
        autoComplete="new-password"
        {...field('password', keepNoSpaces)}
      />
      <SecretInput
        label="Confirm Password"
        toggleLabel={messages.toggleConfirmation}
        autoComplete="new-password"
        {...field('confirm_password', keepNoSpaces)}
      />
    </>
  )
}
