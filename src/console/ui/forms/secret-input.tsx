/** A field that hides its text from people nearby, with a button that shows it. */
import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { signInTexts } from '#contract/texts/sign-in-texts.ts'

interface SecretInputProps extends PasswordInputProps {
  /** The label of the button, where there is more than one such field. */
  readonly toggleLabel?: string
}

/**
 * The library's field tells a screen reader neither that it is invalid nor what its button does. A
 * tablet would capitalize a visible password and correct its spelling.
 */
export function SecretInput({
  toggleLabel = signInTexts.togglePassword,
  error,
  ...rest
}: SecretInputProps) {
  return (
    <PasswordInput
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...rest}
      error={error}
      aria-invalid={error ? true : undefined}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': toggleLabel }}
    />
  )
}
