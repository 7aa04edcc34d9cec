import { recentMoment } from '#test/netsuite/generator/clock.ts'
import { FORMS, MATERIALS, PRODUCTS, SIZES } from '#test/netsuite/generator/words.ts'
import type { Random } from '#test/netsuite/random.ts'
import { pick } from '#test/netsuite/random.ts'
import type { Row } from '#test/netsuite/tables.ts'

const FIRST_ITEM_ID = 1001

/** Items with UPC codes (some without), a few lot numbered, a few inactive. */
export function makeItems(random: Random, count: number, now: number): Row<'item'>[] {
  return Array.from({ length: count }, (_, index) => {
    const id = FIRST_ITEM_ID + index
    const [material, form, product] = [
      pick(random, MATERIALS),
      pick(random, FORMS),
      pick(random, PRODUCTS),
    ]
    const code = [material, form, product].map((word) => word.charAt(0)).join('')
    return {
      id,
      itemid: `${code}-${String(id).padStart(5, '0')}`,
      displayname: `${material} ${form} ${product} ${pick(random, SIZES)}`,
      upccode: random() < 0.9 ? upcCode(id) : null,
      itemtype: random() < 0.92 ? 'InvtPart' : 'Assembly',
      isinactive: random() < 0.03 ? 'T' : 'F',
      lastmodifieddate: recentMoment(random, now, 400),
      totalquantityonhand: 0,
      islotitem: isLotItem(id) ? 'T' : 'F',
      isserialitem: 'F',
      unitstype: null,
      stockunit: null,
      usebins: 'T',
      custitem_brand: null,
    }
  })
}

/** One in twenty items is lot numbered and has two lots. */
export function makeLots(items: readonly Row<'item'>[]): Row<'inventorynumber'>[] {
  return items
    .filter(({ id }) => isLotItem(id))
    .flatMap(({ id: item }) => [
      { id: item * 10 + 1, inventorynumber: `LOT-${item}-A`, item },
      { id: item * 10 + 2, inventorynumber: `LOT-${item}-B`, item },
    ])
}

function isLotItem(id: number): boolean {
  return id % 20 === 0
}

/** Twelve digits, the last one the check digit of the first eleven. */
function upcCode(item: number): string {
  const digits = `0${3_600_000_000 + item * 7}`
  const sum = digits
    .split('')
    .reduce((so, digit, index) => so + Number(digit) * (index % 2 === 0 ? 3 : 1), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}
