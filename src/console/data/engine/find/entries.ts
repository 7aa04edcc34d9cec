/** What is found of each row of a list, and by which texts. */
import type { Row } from '#contract/collections.ts'
import { RESERVED_MOBILE_USER } from '#contract/constants.ts'
import { type Entry, type FoundList, WHERE_JOINT } from '#console/data/engine/find/entry.ts'
import type { EntryOf } from '#console/data/engine/find/part.ts'
import { formatText } from '#console/rows/formats.ts'
import { flatten } from '#console/rows/inbound.ts'
import { readReport, type Report } from '#console/rows/reports.ts'

type ReadEntry = (row: Row, before: Row | undefined) => Entry | null

const READERS: Readonly<Record<FoundList, ReadEntry>> = {
  items: (row) =>
    entry(row['id'] ?? row['item_id'], {
      codes: [row['upc_code']],
      names: [row['name']],
      ids: [row['id'], row['item_id']],
      words: [row['display_name']],
      number: row['upc_code'],
      // Many accounts call an item the same twice.
      where: [row['display_name'] === row['name'] ? null : row['display_name']],
    }),
  bins: (row) =>
    entry(row['id'] ?? row['bin_id'], {
      names: [row['bin_number']],
      ids: [row['id'], row['bin_id']],
      words: [row['location']],
      where: [row['location']],
    }),
  locations: (row) =>
    entry(row['id'] ?? row['location_id'], {
      names: [row['name'], row['location']],
      ids: [row['id'], row['location_id']],
    }),
  salesOrders: (row, before) =>
    // The lines of an order follow each other.
    before?.['internal_id'] === row['internal_id']
      ? null
      : entry(row['internal_id'], {
          names: [row['transaction_id'], row['ponumber'], row['reference_1']],
          ids: [row['internal_id']],
          words: [row['name'], row['location']],
          number: row['ponumber'],
          where: [row['name'], row['location']],
        }),
  inboundShipments: (row) =>
    entry(row['id'], {
      names: [row['shipment_number']],
      ids: [row['id']],
      words: [row['supplier']],
      where: [row['supplier']],
    }),
  binCountRecords: (row) => ofReport(readReport(row, 'count')),
  binAdjustmentRecords: (row) => ofReport(readReport(row, 'adjustment')),
  binTransfer: (row) => ofReport(readReport(row, 'transfer')),
  inboundDataRecords: (row) => {
    const lines = flatten(row, 0)
    const containers = [...new Set(lines.map(({ containerName }) => containerName))]
    const [first] = lines
    if (!first) return null
    return entry(first.id, {
      codes: containers,
      ids: [first.id],
      words: [first.binName, ...lines.map(({ itemName }) => itemName)],
      number: containers[0],
      where: [first.binName, first.itemName],
    })
  },
  admins: (row) =>
    entry(row['username'], {
      names: [row['username']],
      words: [row['company_name'], row['company_email']],
      where: [row['company_name']],
    }),
  wmsAiUsers: (row) =>
    row['userid'] === RESERVED_MOBILE_USER
      ? null
      : entry(row['userid'], {
          names: [row['name'], row['userid']],
          words: [row['location']],
          number: row['userid'],
          where: [row['location']],
        }),
}

/** How the rows of a list are read. */
export function entryOfRow(list: FoundList): EntryOf {
  const read = READERS[list]
  return (row, before) => read(row as Row, before as Row | undefined)
}

function ofReport({ id, bin_name, item, lines }: Report): Entry | null {
  return entry(id, {
    ids: [id],
    words: [bin_name, ...lines.map((line) => line.item)],
    number: null,
    where: [bin_name, item],
  })
}

interface Texts {
  readonly codes?: readonly unknown[]
  readonly names?: readonly unknown[]
  readonly ids: readonly unknown[]
  readonly words?: readonly unknown[]
  readonly number?: unknown
  readonly where?: readonly unknown[]
}

/** Null for a row without an id, which no address opens. */
function entry(opened: unknown, texts: Partial<Texts>): Entry | null {
  const [open] = textsIn([opened])
  if (open === undefined) return null
  const names = textsIn(texts.names ?? [])
  const [number = ''] = textsIn([texts.number])
  return {
    open,
    name: names[0] ?? open,
    number: number === names[0] ? '' : number,
    where: textsIn(texts.where ?? []).join(WHERE_JOINT),
    codes: textsIn(texts.codes ?? []),
    names,
    ids: textsIn(texts.ids ?? []),
    words: textsIn(texts.words ?? []),
  }
}

/** The texts among some values, each of them once. */
function textsIn(values: readonly unknown[]): string[] {
  const texts: string[] = []
  for (const value of values) {
    if (value === null || value === undefined || value === '') continue
    const text = formatText(value)
    if (!texts.includes(text)) texts.push(text)
  }
  return texts
}
