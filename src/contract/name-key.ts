/**
 * What names are compared by, those of people and their mail addresses (decisions/server/rate-limits.md): two spellings
 * with one key are one account for signing in, for being taken and for every limit. No database compares
 * them by a function of its own, which depends on its version and its language.
 * @example nameKey('Ada') === nameKey('ADA')
 */
export function nameKey(name: string): string {
  // Small letters may compose to others than the capitals that they come from.
  return name.normalize('NFC').toLowerCase().normalize('NFC')
}

/** Whether two spellings are one name. */
export function isSameName(one: string, other: string): boolean {
  return nameKey(one) === nameKey(other)
}
