/** The field for a recovery code. */
import { TextInput, type TextInputProps } from '@mantine/core'
import type { Ref } from 'react'
import { secondFactorTexts } from '#contract/texts/own/second-factor-texts.ts'

interface RecoveryCodeInputProps {
  /** Props of the form's field. */
  readonly field: Pick<TextInputProps, 'value' | 'onChange' | 'error'>
  /** The server refused the code. */
  readonly refused: boolean
  readonly ref?: Ref<HTMLInputElement>
}

/** Focused first in a dialog; a page focuses it through `ref`. */
export function RecoveryCodeInput({ field, refused, ref }: RecoveryCodeInputProps) {
  return (
    <TextInput
      {...field}
      ref={ref}
      label={secondFactorTexts.recoveryCode}
      error={field.error ?? refused}
      autoComplete="off"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      data-autofocus
    />
  )
}
