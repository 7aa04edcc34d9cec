/** A field for the six digits of an authenticator: paste, autofill and the numeric keyboard work. */
import { useEffect, useRef, type ClipboardEvent, type RefObject } from 'react'
import { TextInput } from '@mantine/core'
import { TOTP_DIGITS } from '#contract/constants.ts'
import { keepDigits } from '#contract/typing.ts'
import type { FieldProps } from '#console/ui/forms/form.ts'
import classes from '#console/ui/forms/code-input.module.css'

/**
 * How long a complete code waits before it is submitted, in ms: a person or a password manager that submits the form
 * comes first.
 */
const SUBMIT_AFTER_MS = 400

interface CodeInputProps {
  readonly label: string
  readonly field: FieldProps
  /** The server rejected the code: the field is invalid, although the message is shown elsewhere. */
  readonly refused: boolean
  /** Whether a code is being sent: one that is completed meanwhile is submitted afterwards. */
  readonly busy: boolean
  /** Whether the field takes the focus when it appears, which opens the keyboard of a tablet. */
  readonly focused: boolean
}

/** The digits of a typed, pasted ('123 456', '123-456') or autofilled code. */
export function codeDigits(typed: string): string {
  return keepDigits(typed, TOTP_DIGITS)
}

/** Submits its form once the code is complete. */
export function CodeInput({ label, field, refused, busy, focused }: CodeInputProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (focused) input.current?.focus()
  }, [focused])
  useDigitsOfWhole(input)
  useSubmitWhenComplete(input, field.value, busy)
  return (
    <TextInput
      {...field}
      label={label}
      error={field.error ?? refused}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={TOTP_DIGITS}
      onPaste={pasteDigits}
      autoCorrect="off"
      spellCheck={false}
      ref={input}
      {...(focused && { 'data-autofocus': true })}
      classNames={{ input: classes.input }}
    />
  )
}

/** Pastes only the digits: `maxlength` would cut '123 456' before the space is removed. A whole code replaces all. */
function pasteDigits(event: ClipboardEvent<HTMLInputElement>): void {
  event.preventDefault()
  insertDigits(event.currentTarget, event.clipboardData.getData('text'))
}

/** The same for text that is inserted without a paste: a suggestion of the tablet's keyboard, or a drop. */
function useDigitsOfWhole(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const field = input.current
    const takeWhole = (event: InputEvent): void => {
      const text = event.data ?? ''
      if (!field || !event.cancelable || text.length < 2) return
      event.preventDefault()
      insertDigits(field, text)
    }
    field?.addEventListener('beforeinput', takeWhole)
    return () => field?.removeEventListener('beforeinput', takeWhole)
  }, [input])
}

function insertDigits(input: HTMLInputElement, text: string): void {
  const digits = codeDigits(text)
  if (digits.length === TOTP_DIGITS) input.select()
  input.setRangeText(digits, input.selectionStart ?? 0, input.selectionEnd ?? 0, 'end')
  input.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

/** Waits a moment, and leaves a form alone that was submitted meanwhile. A form that is sending takes no submit. */
function useSubmitWhenComplete(
  input: RefObject<HTMLInputElement | null>,
  code: string,
  busy: boolean,
): void {
  // A code without an answer stays in the field, and must not be sent over and over.
  const sent = useRef('')
  useEffect(() => {
    const form = input.current?.form
    if (code.length < TOTP_DIGITS) sent.current = ''
    if (!form || busy || code.length < TOTP_DIGITS || code === sent.current) return undefined
    const timer = setTimeout(() => form.requestSubmit(), SUBMIT_AFTER_MS)
    const stop = (): void => clearTimeout(timer)
    const note = (): void => {
      stop()
      sent.current = code
    }
    form.addEventListener('submit', note)
    return () => {
      stop()
      form.removeEventListener('submit', note)
    }
  }, [input, code, busy])
}
