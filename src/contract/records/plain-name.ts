const plainNames = new Map<string, string>()
/** Apps have a few dozen names; random ones must not fill the memory. */
const MAX_NAMES = 2_000

/** A field's name without the differences between apps: `binName`, `bin_name` and `Bin Name` are one. */
export function plainName(field: string): string {
  const known = plainNames.get(field)
  if (known !== undefined) return known
  const plain = field.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  if (plainNames.size < MAX_NAMES) plainNames.set(field, plain || field)
  return plain || field
}
