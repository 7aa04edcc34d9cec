/** Values as devices send them. */

export type Sent = string | number | boolean | null | undefined

/** A text or a number as text; null if it is empty. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

/** The first value that is not empty, as text. */
export function firstText(...values: readonly unknown[]): string | null {
  return values.map(textOf).find((text) => text !== null) ?? null
}

/** Whether a text can be an id of the ERP. Other texts in a field for ids are names. */
export function isId(text: string): boolean {
  return /^\d{1,15}$/.test(text)
}

/** Upper and lower case are alike, and so are ways to write the same letters and spaces. */
export function nameKey(name: string): string {
  return name.normalize('NFC').trim().toLowerCase()
}

/** The key of a location's full name: 'Main:Yard' is 'Main : Yard'. */
export function pathKey(path: string): string {
  return path.split(':').map(nameKey).join(' : ')
}
