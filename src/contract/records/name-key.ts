/**
 * The key by which names of accounts and their email addresses are compared (decisions/server/rate-limits.md): two
 * spellings with the same key are one account for signing in, for uniqueness and for every limit. Databases never
 * compare names with functions of their own, which depend on version and locale.
 * @example nameKey('Ada') === nameKey('ADA')
 */
export function nameKey(name: string): string {
  // Lowercase letters may compose differently from the capitals they come from.
  return name.normalize('NFC').toLowerCase().normalize('NFC')
}

/** Whether two spellings are the same name. */
export function isSameName(one: string, other: string): boolean {
  return nameKey(one) === nameKey(other)
}
