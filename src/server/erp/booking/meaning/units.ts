/** The unit that a line names, and its quantity in the unit in which the line is sent. */
import { ERP_NAME } from '#contract/constants.ts'
import { isCalled, type Unit } from '#server/erp/booking/meaning/choices.ts'
import { shownItem } from '#server/erp/booking/meaning/find-item.ts'
import type { KnownItem, KnownRows } from '#server/erp/booking/meaning/known-rows.ts'
import { NeedsChoices, notInList, Unbookable } from '#server/erp/booking/meaning/unbookable.ts'

export interface Measured {
  /** In base units, or, without a unit, in that in which NetSuite counts the item's stock. */
  readonly quantity: number
  /** The quantity of the line as it is sent. */
  readonly sent: number
  /** NetSuite's id of the unit that the line must name; null if NetSuite takes it in that one anyway. */
  readonly unit: string | null
}

interface Said {
  /** The name of the unit; null if the line has none. */
  readonly unit: string | null
  /** Whether it is one of a bin transfer, which has no field for the unit and so is in the stock unit. */
  readonly isWithin: boolean
  /** Whether it names serial numbers. Each is one piece, whatever the unit. */
  readonly isSerial: boolean
}

/** @throws Unbookable if the item has no such unit, or its stock unit cannot express the quantity */
export function measured(known: KnownRows, item: KnownItem, given: number, said: Said): Measured {
  if (said.unit === null) return { quantity: given, sent: given, unit: null }
  const units = unitsOf(known, item, said.unit)
  const unit = unitCalled(known, item, units, said.unit)
  const quantity = Number((given * unit.rate).toPrecision(SAFE_DIGITS))
  const base = units.find(({ rate }) => rate === 1)
  const isOther = item.stockUnit !== null && base !== undefined && base.id !== item.stockUnit
  if (!isOther) return { quantity, sent: quantity, unit: null }
  if (!said.isWithin) return { quantity, sent: quantity, unit: base.id }
  const sent = said.isSerial ? quantity : inStockUnit(item, units, unit, given)
  return { quantity, sent, unit: null }
}

function unitsOf(known: KnownRows, item: KnownItem, name: string): readonly Unit[] {
  if (item.unitsType === null)
    throw new Unbookable(
      `Item ${shownItem(item)} has no units of measure in ${ERP_NAME}, so ${name} cannot be converted.`,
    )
  const units = known.choices.units.filter(({ type }) => type === item.unitsType)
  if (units.length === 0) throw unitsMissing(item)
  return units
}

function unitCalled(known: KnownRows, item: KnownItem, units: readonly Unit[], name: string): Unit {
  const [unit, ...others] = units.filter(({ names }) => isCalled(names, name))
  if (unit && others.length === 0) return unit
  const shown = shownItem(item)
  const all = units.map(shownUnit).join(', ')
  throw notInList(
    known,
    unit
      ? `${name} means several units of ${shown}. Its units are ${all}.`
      : `Item ${shown} has no unit ${name}. Its units are ${all}.`,
  )
}

/** Rounding would leave a rest in the bin, so what is not exact is refused. */
function inStockUnit(item: KnownItem, units: readonly Unit[], unit: Unit, given: number): number {
  const stock = units.find(({ id }) => id === item.stockUnit)
  if (!stock) throw unitsMissing(item)
  if (stock.id === unit.id) return given
  const wanted = given * unit.rate
  const sent = Number((wanted / stock.rate).toFixed(DECIMALS))
  const isExact = Math.abs(sent * stock.rate - wanted) < NEARLY * Math.max(1, Math.abs(wanted))
  if (isExact) return sent
  throw new Unbookable(
    `${ERP_NAME} moves item ${shownItem(item)} between bins in the unit ${shownUnit(stock)}, and ` +
      `${String(given)} ${shownUnit(unit)} cannot be expressed in it exactly.`,
  )
}

function unitsMissing(item: KnownItem): NeedsChoices {
  return new NeedsChoices(
    `The units of ${shownItem(item)} aren't in the ${ERP_NAME} data. Sync items, then try again.`,
  )
}

function shownUnit({ id, names }: Unit): string {
  return names[0] ?? id
}

/** 0.1 × 3 is 0.3. */
const SAFE_DIGITS = 12
/** What NetSuite keeps of a quantity, as far as is known (erp.md section 8). */
const DECIMALS = 5
/** The error of a calculation with numbers like 0.1. */
const NEARLY = 1e-9
