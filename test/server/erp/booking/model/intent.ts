// What a person on the floor means, how a device says it, and what must come of it. Written without any code of the
// product: only the account, and what each way of saying something can mean in it.
import type { Row as Sent } from '#contract/collections.ts'
import type { FloorCollection } from '#contract/mobile-endpoints.ts'
import type { Row } from '#test/netsuite/tables.ts'
import { between, pick, type Random } from '#test/netsuite/random.ts'
import { CASES, type World } from '#test/server/erp/booking/model/world.ts'

/** A change of stock that must be booked, as one text, or null where the record must be refused. */
export interface Case {
  readonly kind: FloorCollection
  readonly body: Sent
  readonly type: string
  readonly subsidiary: number | null
  /** Null if the record must not be booked at all. */
  readonly moves: readonly string[] | null
  /** What is wrong with it, for the message of a failing test. */
  readonly flaw: string | null
}

interface Person {
  readonly home: Row<'location'>
}

interface Saying {
  readonly fields: Sent
  /** Why nothing may be booked by it. */
  readonly flaw: string | null
}

/** How the fields of a thing are called in a kind of record. */
interface Fields {
  readonly id: string
  readonly name: string
}

export function aCase(random: Random, world: World, person: Person): Case {
  return random() < 0.55 ? anAdjustment(random, world, person) : aTransfer(random, world, person)
}

function anAdjustment(random: Random, world: World, person: Person): Case {
  const places = [somePlace(random, world)]
  if (random() < 0.3) places.push(somePlace(random, world))
  const flaws: (string | null)[] = []
  const moves: string[] = []
  const item_data = places.map((place) => {
    const item = pick(random, world.items)
    const stock = someStock(random, item, random() < 0.6 ? 1 : -1)
    const said = [
      sayItem(random, world, item, { id: 'item_internal_id', name: 'item_number' }),
      sayLocation(random, world, place.location, person, LOCATION),
      sayBin(random, world, item, place, { id: 'bin_id', name: 'bin_number' }),
    ]
    flaws.push(...said.map(({ flaw }) => flaw), stock.flaw, flawOf(item))
    for (const [number, quantity] of stock.parts)
      moves.push(move(item, place, quantity, number, stock))
    return Object.assign(
      { quantity: stock.said },
      stock.fields,
      ...said.map(({ fields }) => fields),
    )
  })
  const owners = new Set(places.map(({ location }) => location.subsidiary))
  if (owners.size > 1) flaws.push('two subsidiaries')
  return finish('binAdjustmentRecords', { item_data }, 'inventoryadjustment', places, moves, flaws)
}

function aTransfer(random: Random, world: World, person: Person): Case {
  const from = somePlace(random, world)
  const isWithin = random() < 0.5
  const to = isWithin ? somePlaceIn(random, world, from.location) : somePlace(random, world)
  const item = pick(random, world.items)
  const stock = someStock(random, item, 0)
  const [there, inItem] = [{ id: 'toLocationId', name: 'toLocation' }, random() < 0.5]
  // Where only one of them says a location, it is that of both. So who says the target there, says both.
  const isSaid = inItem && !isSame(from, to)
  const source = [
    sayLocation(random, world, from.location, isSaid ? null : person, {
      id: 'locationId',
      name: 'location',
    }),
    sayBin(random, world, item, from, { id: 'binId', name: 'binName' }),
  ]
  const target = isSame(from, to)
    ? { fields: {}, flaw: null }
    : sayLocation(random, world, to.location, null, inItem ? LOCATION_ID : there)
  const targetBin = sayBin(random, world, item, to, { id: 'binInternalId', name: 'binNumber' })
  const said = [sayItem(random, world, item, { id: 'itemId', name: 'itemName' }), targetBin]
  const itemData = [
    Object.assign(
      { quantity: stock.said },
      stock.fields,
      ...said.map(({ fields }) => fields),
      inItem ? target.fields : {},
    ),
  ]
  const entry = Object.assign(
    {},
    ...source.map(({ fields }) => fields),
    inItem ? {} : target.fields,
  )
  const flaws = [...source, target, ...said].map(({ flaw }) => flaw)
  flaws.push(stock.flaw, flawOf(item))
  if (from.bin !== null && from.bin.id === to.bin?.id) flaws.push('from a bin to itself')
  if (isSame(from, to) && (from.bin === null || to.bin === null || isUnbinned(item)))
    flaws.push('no bins to move between')
  // A quarter of a case is three pieces, and NetSuite has five decimals.
  const isPart = stock.parts.some(([, quantity]) => quantity % 3 !== 0)
  if (isSame(from, to) && item.stockunit === CASES && isPart) flaws.push('no exact part of a case')
  if (from.location.subsidiary !== to.location.subsidiary) flaws.push('two subsidiaries')
  const moves = stock.parts.flatMap(([number, quantity]) => [
    move(item, from, -quantity, number, stock),
    move(item, to, quantity, number, stock),
  ])
  const type = isSame(from, to) ? 'bintransfer' : 'inventorytransfer'
  return finish(
    'binTransfer',
    { bin_data: [{ ...entry, itemData }] },
    type,
    [from, to],
    moves,
    flaws,
  )
}

const LOCATION: Fields = { id: 'location_id', name: 'location' }
const LOCATION_ID: Fields = { id: 'locationId', name: 'location' }

interface Place {
  readonly location: Row<'location'>
  /** Null in a location without bins. */
  readonly bin: Row<'bin'> | null
}

function isSame(one: Place, other: Place): boolean {
  return one.location.id === other.location.id
}

function somePlace(random: Random, world: World): Place {
  return somePlaceIn(random, world, pick(random, world.locations))
}

function somePlaceIn(random: Random, world: World, location: Row<'location'>): Place {
  const bins = world.bins.filter((bin) => bin.location === location.id)
  return { location, bin: bins.length > 0 ? pick(random, bins) : null }
}

function flawOf(item: Row<'item'>): string | null {
  return item.isinactive === 'T' ? 'an inactive item' : null
}

/** An item by one of its names. A name that means two items, or none, is a flaw. */
function sayItem(
  random: Random,
  { items }: World,
  item: Row<'item'>,
  { id, name }: Fields,
): Saying {
  const number = item.itemid ?? ''
  const dice = random()
  if (dice < 0.2) return { fields: { [id]: String(item.id) }, flaw: null }
  if (dice < 0.3) return { fields: { [id]: item.id, [name]: number }, flaw: null }
  if (dice < 0.36) {
    const other = pick(random, items)
    const isMeant = meant(items, number).has(other.id)
    return {
      fields: { [id]: other.id, [name]: number },
      flaw: isMeant && other.id === item.id ? null : 'another id',
    }
  }
  // The id in the field for numbers, unless it is the number of another item: that one would be meant.
  if (dice < 0.42 && meant(items, String(item.id)).size === 0)
    return { fields: { [name]: item.id }, flaw: 'an id as a number' }
  const isCode = dice < 0.62 && item.upccode !== null
  const zeros = pick(random, ['', '0', '00'])
  const text = isCode ? `${zeros}${(item.upccode ?? '').replace(/^0+/, '')}` : number
  const found = meant(items, text)
  const isNumber = /^[1-9]\d*$/.test(text) && random() < 0.5
  return {
    fields: { [name]: isNumber ? Number(text) : text },
    flaw: found.size === 1 && found.has(item.id) ? null : 'several items',
  }
}

/** The active items that a text is the number or the UPC code of; inactive ones if there are no others. */
function meant(items: readonly Row<'item'>[], text: string): ReadonlySet<number> {
  const bare = text.replace(/^0+/, '')
  const isCode = /^\d{8,14}$/.test(text)
  const all = items.filter(
    ({ itemid, upccode }) =>
      itemid === text || (isCode && upccode !== null && upccode.replace(/^0+/, '') === bare),
  )
  const active = all.filter(({ isinactive }) => isinactive === 'F')
  return new Set((active.length > 0 ? active : all).map((item) => item.id))
}

/** A location by one of its names; left out where the home of the person, or the id of the bin, says it. */
function sayLocation(
  random: Random,
  { locations }: World,
  location: Row<'location'>,
  person: Person | null,
  { id, name }: Fields,
): Saying {
  const dice = random()
  const full = location.fullname ?? ''
  if (person !== null && person.home.id === location.id && dice < 0.5)
    return { fields: {}, flaw: null }
  if (dice < 0.2) return { fields: { [id]: location.id }, flaw: null }
  if (dice < 0.3) return { fields: { [id]: String(location.id), [name]: full }, flaw: null }
  if (dice < 0.35) return { fields: { [name]: location.id }, flaw: 'an id as a name' }
  if (dice < 0.4) {
    const other = pick(random, locations)
    return {
      fields: { [id]: other.id, [name]: full },
      flaw: other.id === location.id ? null : 'another id',
    }
  }
  if (dice < 0.65) {
    const short = location.name ?? ''
    const same = locations.filter((one) => one.name === short || one.fullname === short)
    return { fields: { [name]: short }, flaw: same.length === 1 ? null : 'several locations' }
  }
  return {
    fields: { [name]: random() < 0.5 ? full : full.toUpperCase().replaceAll(' : ', ':') },
    flaw: null,
  }
}

/** Kept in no bins, even in a location that has them. */
function isUnbinned({ usebins }: Row<'item'>): boolean {
  return usebins === 'F'
}

function sayBin(
  random: Random,
  { bins }: World,
  item: Row<'item'>,
  { bin }: Place,
  { id, name }: Fields,
): Saying {
  if (bin === null) return { fields: {}, flaw: null }
  const number = bin.binnumber ?? ''
  const dice = random()
  if (dice < 0.2) return { fields: { [id]: bin.id }, flaw: null }
  if (dice < 0.3) return { fields: { [id]: bin.id, [name]: number }, flaw: null }
  if (dice < 0.36) {
    const other = pick(random, bins)
    return {
      fields: { [id]: other.id, [name]: number },
      flaw: other.id === bin.id ? null : 'another id',
    }
  }
  const isNumber = bins.some(({ binnumber }) => binnumber === String(bin.id))
  if (dice < 0.42 && !isNumber)
    return { fields: { [name]: String(bin.id) }, flaw: 'an id as a number' }
  if (dice < 0.46) return { fields: {}, flaw: isUnbinned(item) ? null : 'no bin' }
  return { fields: { [name]: number }, flaw: null }
}

interface Stock {
  /** The quantity as the device says it. */
  readonly said: number | string
  readonly fields: Sent
  /** In base units, each with its lot or serial number. */
  readonly parts: readonly (readonly [number: string | null, quantity: number])[]
  readonly status: number | null
  readonly flaw: string | null
}

/** @param sign 0 for stock that moves */
function someStock(random: Random, item: Row<'item'>, sign: 1 | -1 | 0): Stock {
  const [isLot, isSerial] = [item.islotitem === 'T', item.isserialitem === 'T']
  const flaws: (string | null)[] = []
  const hasUnit = random() < 0.4
  const unit = hasUnit ? pick(random, ['Each', 'Case', 'cs', 'Pallet']) : null
  if (unit !== null && (item.unitstype === null || unit === 'Pallet')) flaws.push('no such unit')
  const isInCases = unit === null ? item.stockunit === CASES : unit === 'Case' || unit === 'cs'
  const rate = isInCases ? 12 : 1
  const most = isSerial ? 3 : 40
  const count = isSerial && rate === 12 ? 12 : between(random, 1, most) * rate
  const total = count * (sign === 0 ? 1 : sign)
  const said = total / rate
  const fields: Record<string, unknown> = unit === null ? {} : { unit }
  const status = random() < 0.2 ? 2 : null
  if (status !== null) fields['inventory_status'] = 'Damaged'
  let numbers: string[] = []
  if (isLot && random() < 0.9) {
    numbers = [total > 0 && sign === 1 && random() < 0.5 ? 'L-NEW' : pick(random, ['L-1', 'L-2'])]
    fields['lot_number'] = numbers[0]
  } else if (isLot) flaws.push('no lot')
  if (isSerial) {
    const isReceipt = sign === 1
    numbers = Array.from(
      { length: count },
      (_, nth) => `${isReceipt ? 'N' : 'S'}-${String(nth + 1)}`,
    )
    if (!isReceipt && count > 4) flaws.push('serial numbers that are not there')
    if (random() < 0.1) {
      numbers = numbers.slice(1)
      flaws.push('too few serial numbers')
    }
    fields['serial_numbers'] = numbers
  }
  if (!isLot && !isSerial && random() < 0.05) {
    fields['lot_number'] = 'L-1'
    flaws.push('a lot of a plain item')
  }
  const each = numbers.length > 0 ? total / numbers.length : total
  const parts: [string | null, number][] =
    numbers.length > 0 ? numbers.map((number) => [number, each]) : [[null, total]]
  return {
    said: random() < 0.3 ? String(said) : said,
    fields,
    parts,
    status,
    flaw: flaws.find((flaw) => flaw !== null) ?? null,
  }
}

function move(
  item: Row<'item'>,
  { location, bin }: Place,
  quantity: number,
  number: string | null,
  { status }: Stock,
): string {
  return shownMove({
    item: item.id,
    location: location.id,
    bin: isUnbinned(item) ? null : (bin?.id ?? null),
    quantity,
    number,
    status,
  })
}

/** A move as a text that can be compared. */
export function shownMove(one: {
  readonly item: number
  readonly location: number
  readonly bin: number | null
  readonly quantity: number
  readonly number: string | null
  readonly status: number | null
}): string {
  const { item, location, bin, quantity, number, status } = one
  return `${String(quantity)} of ${String(item)} in ${String(location)}/${String(bin)} ${number ?? '-'} ${String(status ?? '-')}`
}

function finish(
  kind: FloorCollection,
  body: Sent,
  type: string,
  places: readonly Place[],
  moves: readonly string[],
  flaws: readonly (string | null)[],
): Case {
  const flaw = flaws.find((one) => one !== null) ?? null
  return {
    kind,
    body,
    type,
    subsidiary: type === 'bintransfer' ? null : (places[0]?.location.subsidiary ?? null),
    moves: flaw === null ? moves.toSorted() : null,
    flaw,
  }
}
