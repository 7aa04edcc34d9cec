/** The characters a field accepts while a person types (specification.md section 5, decisions/console/people-forms.md). */

/** Letters, digits, `_` and `$`: user names of admins and ids of mobile users. */
export function keepUsername(typed: string): string {
  return typed.replace(/[^A-Za-z0-9_$]/g, '')
}

/** Everything but white space: email, phone and passwords. */
export function keepNoSpaces(typed: string): string {
  return typed.replace(/\s/g, '')
}

/** Letters of any language, digits, white space, hyphen, apostrophe and period: a person's name. */
export function keepPersonName(typed: string): string {
  return typed.replace(/[^\p{L}\p{M}\p{N}\s\-'’.]/gu, '')
}

/** Digits only, at most `length` of them: codes. */
export function keepDigits(typed: string, length: number): string {
  return typed.replace(/\D/g, '').slice(0, length)
}
