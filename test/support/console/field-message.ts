/** The message under a field. */
import { screen } from '@testing-library/react'

/** The message that describes the labelled field to a screen reader; null if the field is not marked as invalid. */
export function messageOf(label: string): string | null {
  const field = screen.getByLabelText(label)
  if (field.getAttribute('aria-invalid') !== 'true') return null
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
  const text = ids.map((id) => document.getElementById(id)?.textContent ?? '').join('')
  return text === '' ? null : text
}
