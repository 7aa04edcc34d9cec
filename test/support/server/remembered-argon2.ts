/**
 * Stands in for `@node-rs/argon2` in the suites that share their modules (test/support/projects.ts). Most tests sign in
 * the same people, and a comparison is slow on purpose. Its result depends on nothing but hash and password, so each
 * pair is compared once. Every hash is a real one, with its full cost and its own salt.
 */
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import type * as Argon2 from '@node-rs/argon2'

const argon2 = createRequire(import.meta.url)('@node-rs/argon2') as typeof Argon2

/** The real one, because tests fake the timers. */
const nextTurn = promisify(setImmediate)

const results = new Map<string, Promise<boolean>>()

export const { hash } = argon2

/** Answers in a later turn, as the real one does, so that passwords still queue. */
export async function verify(stored: string, password: string): Promise<boolean> {
  const pair = JSON.stringify([stored, password])
  const result = results.get(pair) ?? argon2.verify(stored, password)
  results.set(pair, result)
  await nextTurn()
  return result
}
