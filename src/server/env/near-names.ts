/**
 * Finds environment variables whose names are similar to those of settings. A person meant a setting, and
 * the server would not read it.
 */

/** A variable that is not a setting, and the setting whose name is similar. */
export interface NearName {
  readonly name: string
  readonly meant: string
}

/** Shorter names are similar to too many others. */
const COMPARED_FROM = 7
const TWO_SLIPS_FROM = 10

/**
 * Variables whose names differ from that of a setting by letter case, separators, a `DOCKSIDE_` prefix or a
 * typo. One with the same value as the setting does no harm.
 * @param known the names of all settings
 */
export function nearNames(
  source: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): NearName[] {
  return Object.entries(source).flatMap(([name, value = '']) => {
    if (value.trim() === '' || known.includes(name)) return []
    const meant = nearest(name, known)
    return meant === null || source[meant] === value ? [] : [{ name, meant }]
  })
}

function nearest(name: string, known: readonly string[]): string | null {
  const letters = lettersOf(name).replace(/^DOCKSIDE/, '')
  let best: { readonly one: string; readonly slips: number } | null = null
  for (const one of known) {
    const expected = lettersOf(one)
    const allowed = allowedIn(expected)
    // The lengths rule out most names before the costly comparison.
    if (Math.abs(letters.length - expected.length) > allowed) continue
    const slips = slipsBetween(letters, expected)
    if (slips <= allowed && slips < (best?.slips ?? Infinity)) best = { one, slips }
  }
  return best?.one ?? null
}

function lettersOf(name: string): string {
  return name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
}

function allowedIn({ length }: string): number {
  if (length < COMPARED_FROM) return 0
  return length < TWO_SLIPS_FROM ? 1 : 2
}

/**
 * How many characters are missing, added, different or swapped with a neighbour (optimal string alignment
 * distance).
 */
function slipsBetween(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)]
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const at = (up: number, left: number): number => rows[i - up]?.[j - left] ?? Infinity
      const isSame = a[i - 1] === b[j - 1]
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(
        Math.min(
          at(1, 0) + 1,
          (row[j - 1] ?? Infinity) + 1,
          at(1, 1) + (isSame ? 0 : 1),
          isSwapped ? at(2, 2) + 1 : Infinity,
        ),
      )
    }
    rows.push(row)
  }
  return rows[a.length]?.[b.length] ?? Infinity
}
