/** Takes GS1 Digital Link addresses apart (https://ref.gs1.org/standards/digital-link/uri-syntax/). */
import { identifierAt } from '#contract/scan/application-identifiers.ts'

/** Identifiers that an address may begin with, and those that may follow each. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  '00': [],
  '01': ['22', '10', '21', '235'],
  '253': [],
  '255': [],
  '401': [],
  '402': [],
  '414': ['254', '7040'],
  '415': ['8020'],
  '417': ['7040'],
  '8003': [],
  '8004': ['7040'],
  '8006': ['22', '10', '21'],
  '8010': ['8011'],
  '8013': [],
  '8017': ['8019'],
  '8018': ['8019'],
}

/** By hand: the contract knows no `URL`. */
const LINK = /^https?:\/\/[^/?#]+([^?#]*)(?:\?([^#]*))?/i

/**
 * The identifiers of an address and their values; null if it is no Digital Link. Some addresses have other steps before
 * the first identifier.
 */
export function pairsOfLink(address: string): [identifier: string, value: string][] | null {
  const [, path = '', query = ''] = LINK.exec(address) ?? []
  const steps = path.replace(/\/$/, '').split('/').map(decoded)
  for (let start = 1; start < steps.length - 1; start += 1) {
    const pairs = pairsOf(steps.slice(start))
    if (pairs) return [...pairs, ...pairsOfQuery(query)]
  }
  return null
}

function pairsOf(steps: readonly string[]): [string, string][] | null {
  const [key = '', value = ''] = steps
  const followers = KEYS[key]
  if (!followers || steps.length % 2 !== 0) return null
  // A product number may be written in any of its lengths.
  if (key === '01' && !/^(?:\d{8}|\d{12,14})$/.test(value)) return null
  const pairs: [string, string][] = [[key, key === '01' ? value.padStart(14, '0') : value]]
  let last = -1
  for (let nth = 2; nth < steps.length; nth += 2) {
    const [identifier = '', follower = ''] = steps.slice(nth)
    const place = followers.indexOf(identifier)
    if (place <= last) return null
    last = place
    pairs.push([identifier, follower])
  }
  return pairs
}

/** Other parts of the query are the business of whoever answers. */
function pairsOfQuery(query: string): [string, string][] {
  return query.split(/[&;]/).flatMap((part): [string, string][] => {
    const [name = '', value = ''] = part.split('=').map(decoded)
    return identifierAt(name)?.identifier === name ? [[name, value]] : []
  })
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}
