/** What a line says of lots, serial numbers and status, checked against what its item needs. */
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
import { NeedsChoices, notInList, Unbookable } from '#server/erp/booking/meaning/unbookable.ts'
import { measured } from '#server/erp/booking/meaning/units.ts'

/** The numbered stock of a line. */
export interface Detail {
  /** The lot, or the serial numbers; empty for items without either. */
  readonly numbers: readonly string[]
  /** A day such as 2026-05-11, for a lot or serial number that comes into the stock. */
  readonly expires: string | null
  /** NetSuite's id of the status; null for the account's default. */
  readonly status: string | null
  /** NetSuite's id of the base unit, if the line is sent in it and the item is usually counted in another one. */
  readonly unit: string | null
  /** The quantity of the line as it is sent. */
  readonly sent: number
}

/** `within`: from bin to bin of a location; `between`: from one location to another. */
export type Way = 'within' | 'between'

interface Asked extends SentStock {
  /** Null if the stock changes. */
  readonly way: Way | null
}

/** @throws Unbookable */
export function detailOf(
  known: KnownRows,
  item: KnownItem,
  given: number,
  asked: Asked,
): { readonly quantity: number; readonly detail: Detail } {
  const { quantity, sent, unit } = measured(known, item, given, {
    unit: asked.unit,
    isWithin: asked.way === 'within',
    isSerial: asked.serials.length > 0,
  })
  const numbers = numbersOf(item, quantity, asked)
  const status = isNamed(asked.status) ? statusOf(known, asked.status) : null
  const expires = quantity > 0 && asked.way === null ? asked.expires : null
  return { quantity, detail: { numbers, expires, status, unit, sent } }
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
    if (statuses.length === 0) throw new NeedsChoices(`${reason} Sync items, then try again.`)
    throw notInList(known, `${reason} It has ${statuses.map(({ name }) => name).join(', ')}.`)
  }
  // Without an id, a text in the field for it is one more name.
  const wrong = sent.names.find((name) => !isCalled([found.name], name))
  if (wrong !== undefined)
    throw notInList(
      known,
      sent.id === null
        ? `The line names two statuses: ${found.name} and ${wrong}.`
        : `The line says status ${wrong}, but the id ${found.id} is that of ${found.name}.`,
    )
  return found.id
}
