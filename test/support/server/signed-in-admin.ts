/** An admin who is signed in on the server and in the console, without going through the sign-in. */
import type { TestApp } from '#test/support/server/app.ts'
import { anAdmin, CACHE_KEY, type AdminFacts, type Person } from '#test/support/people.ts'
import { signedIn } from '#test/support/console/session.ts'

/**
 * Adds the admin, by default ada without any flag, and starts a full session.
 * @param at the start of the session as the console sees it, in ms; by default now
 */
export async function signedInAdmin(
  server: TestApp,
  facts: AdminFacts = {},
  at = Date.now(),
): Promise<Person> {
  const person = await anAdmin(server.context, facts)
  signedIn({
    username: person.username,
    token: await person.session(),
    isSuperAdmin: facts.isSuperAdmin ?? false,
    features: facts.features ?? [],
    cacheKey: CACHE_KEY,
    at,
  })
  return person
}
