/** A field for the six digits of an authenticator: paste, autofill and the numeric keyboard work. */
import { TextInput } from '@mantine/core'
import { TOTP_DIGITS } from '#contract/constants.ts'
import { keepDigits } from '#contract/typing.ts'
import type { FieldProps } from '#console/ui/forms/form.ts'
import classes from '#console/ui/forms/code-input.module.css'

interface CodeInputProps {
  readonly label: string
  readonly field: FieldProps
  /** The server rejected the code: the field is invalid, although the message is shown elsewhere. */
  readonly refused: boolean
  /** Whether the field takes the focus when it appears, which opens the keyboard of a tablet. */
  readonly focused: boolean
}

/** The digits of a typed, pasted ('123 456', '123-456') or autofilled code. */
export function codeDigits(typed: string): string {
  return keepDigits(typed, TOTP_DIGITS)
}

function focusInput(input: HTMLInputElement | null): void {
  input?.focus()
}

/** Has no `maxlength`: it would cut '123 456' before the space is removed. */
export function CodeInput({ label, field, refused, focused }: CodeInputProps) {
  return (
    <TextInput
      {...field}
      label={label}
      error={field.error ?? refused}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCorrect="off"
      spellCheck={false}
      {...(focused && { ref: focusInput, 'data-autofocus': true })}
      classNames={{ input: classes.input }}
    />
  )
}
