/** A field for the six digits of an authenticator: paste, autofill and the numeric keyboard work. */
import { TextInput } from '@mantine/core'
import { TOTP_DIGITS } from '#contract/constants.ts'
import { keepDigits } from '#contract/typing.ts'
import classes from '#console/ui/code-input.module.css'

interface CodeInputProps {
  readonly label: string
  readonly value: string
  readonly error: string | null
  readonly onChange: (code: string) => void
}

/** The page or dialog asks for nothing but the code: the keyboard of a tablet opens at once. */
function focusInput(input: HTMLInputElement | null): void {
  input?.focus()
}

export function CodeInput({ label, value, error, onChange }: CodeInputProps) {
  return (
    <TextInput
      label={label}
      name="totp_code"
      value={value}
      error={error}
      onChange={(event) => onChange(keepDigits(event.currentTarget.value, TOTP_DIGITS))}
      inputMode="numeric"
      autoComplete="one-time-code"
      ref={focusInput}
      classNames={{ input: classes.input }}
    />
  )
}
