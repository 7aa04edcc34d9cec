/** Leads a person to the first error after a form was rejected. */

/**
 * Focuses the first invalid field. Returns its message if it had the focus already, because a screen
 * reader would not announce it then; otherwise an empty text.
 */
export function showFirstError(form: HTMLFormElement): string {
  const field = form.querySelector<HTMLInputElement>('input[aria-invalid="true"]')
  if (!field) return ''
  const wasThere = document.activeElement === field
  field.focus()
  // A rejected code is typed again, never corrected.
  if (field.autocomplete === 'one-time-code') field.select()
  return wasThere ? messageOf(field) : ''
}

function messageOf(field: HTMLInputElement): string {
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
}
