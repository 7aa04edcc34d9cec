/** Where a person has to look after a form was refused. */

/**
 * Gives the first field in error the focus. Answers its message where the focus was there already,
 * which nobody would hear of otherwise; else nothing.
 */
export function showFirstError(form: HTMLFormElement): string {
  const field = form.querySelector<HTMLInputElement>('input[aria-invalid="true"]')
  if (!field) return ''
  const wasThere = document.activeElement === field
  field.focus()
  // A refused code is never mended, but typed anew.
  if (field.autocomplete === 'one-time-code') field.select()
  return wasThere ? messageOf(field) : ''
}

function messageOf(field: HTMLInputElement): string {
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
}
