/** Which of several overlapping sign-ins counts: a slow answer must not undo what the person has done since. */

let latest = 0

/**
 * Begins a sign-in. What it returns says whether its answer still counts: not once another one has begun, or the page
 * was left.
 */
export function beginSignIn(): () => boolean {
  latest += 1
  const mine = latest
  return () => mine === latest
}

/** The page was left: an answer that is still under way belongs to no sign-in. */
export function abandonSignIn(): void {
  latest += 1
}
