/** What stands under a field. */
import { screen } from '@testing-library/react'

/** The message that describes the field of that label to a screen reader, or null; one that is not marked as wrong has none. */
export function messageOf(label: string): string | null {
  const field = screen.getByLabelText(label)
  if (field.getAttribute('aria-invalid') !== 'true') return null
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
  const text = ids.map((id) => document.getElementById(id)?.textContent ?? '').join('')
  return text === '' ? null : text
}
