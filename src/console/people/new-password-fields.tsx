/** A new password and its confirmation, shared by Reset Password and Change Password. */
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
      <SecretInput label="New Password" data-autofocus autoComplete="new-password" {...password} />
      <SecretInput
        label="Confirm Password"
        toggleLabel={signInTexts.toggleConfirmation}
        autoComplete="new-password"
        {...confirmation}
      />
    </>
  )
}
