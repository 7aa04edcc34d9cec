/**
 * Joins words the English way. A formatter is made when the first sentence needs it: one takes 8 ms, which every start
 * would pay otherwise.
 */
let conjunction: Intl.ListFormat | null = null
let disjunction: Intl.ListFormat | null = null

/** 'Bins, Items, and Locations' */
export function joinWithAnd(words: Iterable<string>): string {
  conjunction ??= new Intl.ListFormat('en')
  return conjunction.format(words)
}

/** 'Bins, Items, or Locations' */
export function joinWithOr(words: Iterable<string>): string {
  disjunction ??= new Intl.ListFormat('en', { type: 'disjunction' })
  return disjunction.format(words)
}
