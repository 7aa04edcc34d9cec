import {
  CITIES,
  COMPANY_FIRST,
  COMPANY_FORM,
  COMPANY_LAST,
  FIRST_NAMES,
  LAST_NAMES,
  STREETS,
} from '#test/netsuite/generator/words.ts'
import type { Random } from '#test/netsuite/random.ts'
import { between, pick } from '#test/netsuite/random.ts'
import type { Row } from '#test/netsuite/tables.ts'

const FIRST_ENTITY_ID = 501
const SAVED_AT = Date.UTC(2026, 0, 5, 9, 30)

/** Customers or vendors with different names; different values of `from` give different names. */
export function makeCompanies(
  random: Random,
  count: number,
  type: 'CustJob' | 'Vendor',
  from: number,
): Row<'entity'>[] {
  return Array.from({ length: count }, (_, index) => ({
    id: FIRST_ENTITY_ID + from + index,
    entityid: `${companyName(random, from + index)} ${pick(random, COMPANY_FORM)}`,
    type,
    parent: null,
    lastmodifieddate: SAVED_AT,
  }))
}

/** A delivery address for a customer. */
export function makeAddress(
  random: Random,
  nkey: number,
  addressee: string | null,
): Row<'transactionshippingaddress'> {
  const attention = `${pick(random, FIRST_NAMES)} ${pick(random, LAST_NAMES)}`
  const addr1 = `${between(random, 1, 980)} ${pick(random, STREETS)}`
  const addr2 = random() < 0.2 ? `Suite ${between(random, 1, 40)}` : null
  const { city, state, zip } = pick(random, CITIES)
  const lines = [attention, addressee, addr1, addr2, `${city} ${state} ${zip}`, 'United States']
  return {
    nkey,
    addressee,
    attention,
    addr1,
    addr2,
    city,
    state,
    zip,
    country: 'US',
    addrtext: lines.filter((line) => line !== null).join('\n'),
  }
}

function companyName(random: Random, index: number): string {
  const first = COMPANY_FIRST[index % COMPANY_FIRST.length]
  const last = COMPANY_LAST[Math.floor(index / COMPANY_FIRST.length) % COMPANY_LAST.length]
  const round = Math.floor(index / COMPANY_FIRST.length / COMPANY_LAST.length)
  const place = pick(random, CITIES).city
  return round === 0 ? `${first} ${last}` : `${first} ${last} ${place} ${round + 1}`
}
