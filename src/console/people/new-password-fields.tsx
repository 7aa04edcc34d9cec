/** A new password and its confirmation, shared by Reset Password and Change Password. */
import { fieldTitles } from '#contract/texts/field-titles.ts'
import { signInTexts } from '#contract/texts/sign-in-texts.ts'
import type { FieldProps } from '#console/ui/forms/form.ts'
import { SecretInput } from '#console/ui/forms/secret-input.tsx'

interface NewPasswordFieldsProps {
  readonly password: FieldProps
  readonly confirmation: FieldProps
}

export function NewPasswordFields({ password, confirmation }: NewPasswordFieldsProps) {
  return (
    <>
      <SecretInput
        label={fieldTitles.newPassword}
        data-autofocus
        autoComplete="new-password"
        {...password}
      />
      <SecretInput
        label={fieldTitles.confirmPassword}
        toggleLabel={signInTexts.toggleConfirmation}
        autoComplete="new-password"
        {...confirmation}
      />
    </>
  )
}
