/** A field that nobody shall read over the shoulder, with a button that shows it. */
import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { messages } from '#contract/texts/messages.ts'

interface SecretInputProps extends PasswordInputProps {
  /** What the button does, where there is more than one such field. */
  readonly toggleLabel?: string
}

/**
 * The library's field says neither to a screen reader that it is wrong nor what its button does. A
 * tablet would write a shown password with a capital and correct its spelling.
 */
export function SecretInput({
  toggleLabel = messages.togglePassword,
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
