/** The full stop that a sentence lacks before another one follows. */
export function fullStop(words: string): '' | '.' {
  return /[.!?]$/.test(words) ? '' : '.'
}
