/** The value of a row's field as an editable text. */
export function formText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
