/** What is missing at the end of a sentence that another one follows. */
export function fullStop(words: string): '' | '.' {
  return /[.!?]$/.test(words) ? '' : '.'
}
