/** The item that a line means. A number that was scanned is a number, and never an id. */
import { ERP_NAME } from '#contract/constants.ts'
import type { KnownItem, KnownRows } from '#server/erp/booking/meaning/known-rows.ts'
import { isNamed, type SentName } from '#server/erp/booking/meaning/sent-lines.ts'
import { nameKey } from '#server/erp/booking/meaning/sent-values.ts'
import { notPulled, notPulledWhole, Unbookable } from '#server/erp/booking/meaning/unbookable.ts'

/**
 * An item by its id, its number or its UPC code. If the line says more than one of them, they must agree.
 * @throws Unbookable
 */
export function findItem(known: KnownRows, sent: SentName): KnownItem {
  if (!isNamed(sent)) throw new Unbookable('A line names no item.')
  const item = sent.id === null ? itemCalled(known, sent.names) : itemWithId(known, sent.id)
  for (const name of sent.names) assertAgrees(known, item, name)
  if (item.isInactive) throw new Unbookable(`Item ${shownItem(item)} is inactive in ${ERP_NAME}.`)
  if (item.isIncomplete) throw notPulledWhole('item', shownItem(item))
  return item
}

function itemWithId(known: KnownRows, id: string): KnownItem {
  const item = known.item(id)
  if (!item) throw notPulled('item', `with the id ${id}`)
  return item
}

/** The one item that the first name belongs to, or the only active one. */
function itemCalled(known: KnownRows, names: readonly string[]): KnownItem {
  const [first = ''] = names
  const found = candidates(known, first)
  const [item, ...others] = onlyActive(found)
  if (!item) throw notPulled('item', first)
  // Another name of the line may say which one.
  const meant = others.length === 0 ? [item] : found.filter((one) => fitsAll(known, one, names))
  const [only, ...rest] = onlyActive(meant)
  if (only && rest.length === 0) return only
  const all = others.length === 0 ? [item] : [item, ...others]
  throw new Unbookable(
    `${first} means several items: ${all.map(shownWithId).join(' and ')}. The record must say the id of the item.`,
  )
}

function fitsAll(known: KnownRows, item: KnownItem, names: readonly string[]): boolean {
  return names.every((name) => candidates(known, name).some(({ id }) => id === item.id))
}

/** Items with this number or UPC code. */
function candidates(known: KnownRows, name: string): KnownItem[] {
  const all = [...known.itemsCalled(name), ...known.itemsWithCode(name)]
  return [...new Map(all.map((item) => [item.id, item])).values()]
}

/** Inactive items count only where no active one is meant. */
function onlyActive(items: readonly KnownItem[]): readonly KnownItem[] {
  const active = items.filter(({ isInactive }) => !isInactive)
  return active.length > 0 ? active : items
}

/** @throws Unbookable that names both */
function assertAgrees(known: KnownRows, item: KnownItem, name: string): void {
  const found = candidates(known, name)
  if (found.some(({ id }) => id === item.id)) return
  const isItsTitle = item.displayName !== null && nameKey(item.displayName) === nameKey(name)
  if (isItsTitle) return
  const [other] = found
  throw new Unbookable(
    `The line says item ${name}, but ${shownWithId(item)} ${
      other ? `is another item than ${shownWithId(other)}` : 'is not called so'
    }.${other ? '' : ' Sync items, then try again.'}`,
    other ? 'record' : 'unknown',
    other ? null : 'items',
  )
}

/** What a sentence calls an item. */
export function shownItem({ id, name }: KnownItem): string {
  return name ?? `with the id ${id}`
}

function shownWithId({ id, name }: KnownItem): string {
  return name === null ? `the item with the id ${id}` : `${name} (id ${id})`
}
