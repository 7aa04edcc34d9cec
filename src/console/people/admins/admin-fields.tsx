/** The fields of an admin, shared by registration and the admin dialogs (specification.md section 5). */
import { TextInput } from '@mantine/core'
import { fieldTitles } from '#contract/texts/field-titles.ts'
import { formTexts } from '#contract/texts/form-texts.ts'
import { signInTexts } from '#contract/texts/sign-in-texts.ts'
import { keepNoSpaces, keepUsername } from '#contract/typing.ts'
import type { ContractForm } from '#console/ui/forms/form.ts'
import { SecretInput } from '#console/ui/forms/secret-input.tsx'

/** The values of the fields. */
export interface AdminValues {
  readonly username: string
  readonly company_name: string
  readonly company_email: string
  readonly phone_number: string
  readonly password: string
  readonly confirm_password: string
}

interface AdminFieldsProps {
  readonly form: Pick<ContractForm<AdminValues>, 'field'>
  /** Whose account it is: the browser may autofill the person's data only for their own account. */
  readonly account: 'own' | 'new' | 'present'
  /** The error of the email, shown while it is typed. */
  readonly emailTaken?: string | null
}

export function AdminFields({ form, account, emailTaken = null }: AdminFieldsProps) {
  const { field } = form
  const fill = (what: string): string => (account === 'own' ? what : 'off')
  const isPresent = account === 'present'
  const hint = isPresent ? { description: formTexts.leaveBlank } : {}
  const email = field('company_email', keepNoSpaces)
  const plain = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const
  return (
    <>
      <TextInput
        label={fieldTitles.username}
        autoComplete={fill('username')}
        readOnly={isPresent}
        variant={isPresent ? 'filled' : 'default'}
        {...(account === 'new' && { 'data-autofocus': true })}
        {...plain}
        {...field('username', keepUsername)}
      />
      <TextInput
        label={fieldTitles.companyName}
        autoComplete={fill('organization')}
        {...(isPresent && { 'data-autofocus': true })}
        {...field('company_name')}
      />
      <TextInput
        label={fieldTitles.companyEmail}
        inputMode="email"
        autoComplete={fill('email')}
        {...plain}
        {...email}
        error={email.error ?? emailTaken}
      />
      <TextInput
        label={fieldTitles.phoneNumber}
        inputMode="tel"
        autoComplete={fill('tel-national')}
        {...field('phone_number', keepNoSpaces)}
      />
      <SecretInput
        label={fieldTitles.password}
        autoComplete="new-password"
        {...hint}
        {...field('password', keepNoSpaces)}
      />
      <SecretInput
        label={fieldTitles.confirmPassword}
        toggleLabel={signInTexts.toggleConfirmation}
        autoComplete="new-password"
        {...hint}
        {...field('confirm_password', keepNoSpaces)}
      />
    </>
  )
}
