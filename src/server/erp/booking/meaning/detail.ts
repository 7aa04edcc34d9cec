/** What a line says of lots, serial numbers, status and unit, checked against what its item needs. */
import { ERP_NAME } from '#contract/constants.ts'
import { isCalled } from '#server/erp/booking/meaning/choices.ts'
import { shownItem } from '#server/erp/booking/meaning/find-item.ts'
import type { KnownItem, KnownRows } from '#server/erp/booking/meaning/known-rows.ts'
import {
  isNamed,
  type SentName,
  type SentStock,
  shownName,
} from '#server/erp/booking/meaning/sent-lines.ts'
import { nameKey } from '#server/erp/booking/meaning/sent-values.ts'
import { NeedsChoices, Unbookable } from '#server/erp/booking/meaning/unbookable.ts'

/** The numbered stock of a line. */
export interface Detail {
  /** The lot, or the serial numbers; empty for items without either. */
  readonly numbers: readonly string[]
  /** A day such as 2026-05-11, for a lot or serial number that comes into the stock. */
  readonly expires: string | null
  /** NetSuite's id of the status; null for the account's default. */
  readonly status: string | null
  /** NetSuite's id of the base unit, if the item is usually counted in another one. */
  readonly unit: string | null
}

interface Asked extends SentStock {
  /** Whether the stock only moves. */
  readonly isMove: boolean
}

/** @throws Unbookable */
export function detailOf(
  known: KnownRows,
  item: KnownItem,
  given: number,
  asked: Asked,
): { readonly quantity: number; readonly detail: Detail } {
  const { quantity, unit } = inBaseUnits(known, item, given, asked.unit)
  const numbers = numbersOf(item, quantity, asked)
  const status = isNamed(asked.status) ? statusOf(known, asked.status) : null
  const isNew = quantity > 0 && !asked.isMove
  return { quantity, detail: { numbers, expires: isNew ? asked.expires : null, status, unit } }
}

/** The lot of a lot item, or one serial number for each piece. */
function numbersOf(item: KnownItem, quantity: number, asked: Asked): readonly string[] {
  const { lot, serials, expires } = asked
  const shown = shownItem(item)
  if (lot !== null && serials.length > 0)
    throw new Unbookable(`The line of ${shown} has a lot and serial numbers. It can have only one.`)
  if (item.isLot === true && lot === null) throw new Unbookable(`Item ${shown} needs a lot number.`)
  if (item.isSerial === true) assertSerials(shown, quantity, serials)
  if (item.isLot === false && lot !== null)
    throw new Unbookable(
      `Item ${shown} has no lots in ${ERP_NAME}, so it cannot have the lot ${lot}.`,
    )
  if (item.isSerial === false && serials.length > 0)
    throw new Unbookable(`Item ${shown} has no serial numbers in ${ERP_NAME}.`)
  if (expires !== null && lot === null && serials.length === 0)
    throw new Unbookable(`Only a lot or a serial number can have an expiration date.`)
  // Accounts that do not tell what an item needs check it themselves.
  if (serials.length > 0) assertSerials(shown, quantity, serials)
  return lot === null ? serials : [lot]
}

function assertSerials(shown: string, quantity: number, serials: readonly string[]): void {
  const pieces = Math.abs(quantity)
  const distinct = new Set(serials.map(nameKey))
  if (distinct.size !== serials.length)
    throw new Unbookable(`A serial number of ${shown} is in the line twice.`)
  if (serials.length !== pieces)
    throw new Unbookable(
      `Item ${shown} needs a serial number for each piece: there are ${String(serials.length)} for ${String(pieces)}.`,
    )
}

function statusOf(known: KnownRows, sent: SentName): string {
  const { statuses } = known.choices
  const found = statuses.find(({ id, name }) =>
    sent.id === null ? isCalled([name], shownName(sent)) : id === sent.id,
  )
  if (!found) {
    const reason = `${ERP_NAME} has no inventory status ${shownName(sent)}.`
    if (statuses.length === 0) throw new NeedsChoices(`${reason} Sync items, then retry.`)
    throw notInList(known, `${reason} It has ${statuses.map(({ name }) => name).join(', ')}.`)
  }
  const wrong =
    sent.id === null ? undefined : sent.names.find((name) => !isCalled([found.name], name))
  if (wrong !== undefined)
    throw notInList(
      known,
      `The line says status ${wrong}, but the id ${found.id} is that of ${found.name}.`,
    )
  return found.id
}

/** What an old list lacks, the account may have by now. */
function notInList({ areChoicesNew }: KnownRows, reason: string): Unbookable {
  return areChoicesNew
    ? new Unbookable(reason)
    : new NeedsChoices(`${reason} Sync items, then retry.`)
}

/** Without a unit the quantity is in that in which NetSuite counts the item's stock. */
function inBaseUnits(
  known: KnownRows,
  item: KnownItem,
  given: number,
  name: string | null,
): { readonly quantity: number; readonly unit: string | null } {
  if (name === null) return { quantity: given, unit: null }
  const shown = shownItem(item)
  if (item.unitsType === null)
    throw new Unbookable(
      `Item ${shown} has no units of measure in ${ERP_NAME}, so ${name} cannot be converted.`,
    )
  const units = known.choices.units.filter(({ type }) => type === item.unitsType)
  if (units.length === 0)
    throw new NeedsChoices(
      `The units of ${shown} aren't in the ${ERP_NAME} data. Sync items, then retry.`,
    )
  const [unit, ...others] = units.filter(({ names }) => isCalled(names, name))
  if (!unit || others.length > 0) {
    const all = units.map(({ names }) => names[0] ?? '').join(', ')
    throw notInList(
      known,
      unit
        ? `${name} means several units of ${shown}. Its units are ${all}.`
        : `Item ${shown} has no unit ${name}. Its units are ${all}.`,
    )
  }
  const quantity = Number((given * unit.rate).toPrecision(SAFE_DIGITS))
  const base = units.find(({ rate }) => rate === 1)
  const isOther = item.stockUnit !== null && base !== undefined && base.id !== item.stockUnit
  return { quantity, unit: isOther ? base.id : null }
}

/** 0.1 × 3 is 0.3. */
const SAFE_DIGITS = 12
