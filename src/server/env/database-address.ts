/** The address of a database, in the one notation that is supported. */
import { address } from '#server/env/values.ts'

const HEAD = /^postgres(?:ql)?:\/\//

/** The address, unchanged; undefined if it is not one, or would be read in another way than it was meant. */
export function databaseAddress(text: string): string | undefined {
  return whyNoDatabase(text) === undefined ? address('postgres:', 'postgresql:')(text) : undefined
}

/** Why the address is not supported, if other programs would read it; undefined for any other text. */
export function whyNoDatabase(text: string): string | undefined {
  if (!HEAD.test(text)) return undefined
  const rest = text.replace(HEAD, '')
  if (cutsPassword(text) && /^[^@]*[#/?].*@/.test(rest))
    return 'the #, / and ? of a user or password must be written as %23, %2F and %3F'
  const [account = ''] = /^[^#/?]*/.exec(rest) ?? []
  const host = account.slice(account.lastIndexOf('@') + 1)
  if (host.includes(',')) return 'it names several hosts, and only one is supported'
  if (host === '')
    return 'it names no host; a Unix socket is written as postgres://user@%2Fvar%2Frun%2Fpostgresql/name'
  return undefined
}

/** The host ends at the first of these characters: the rest of a password gets lost, or makes a port invalid. */
function cutsPassword(text: string): boolean {
  return !URL.canParse(text) || new URL(text).hash !== ''
}
