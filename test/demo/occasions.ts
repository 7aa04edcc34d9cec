/**
 * The occasions on which mobile users of the demo made records: who, when, which item in which bin, and what NetSuite
 * answered. What it refused is true: another attempt meets the same inactive bin.
 */
import { MOBILE_USERS } from '#test/demo/people.ts'
import { between, pick, type Random } from '#test/netsuite/random.ts'
import type { Row as TableRow } from '#test/netsuite/tables.ts'
import type { Warehouse } from '#test/netsuite/warehouse.ts'

const DAYS = 14
const DAY_MS = 86_400_000

interface Refusal {
  /** As NetSuite writes it. */
  readonly says: (occasion: Occasion) => string
  /** Whether the bin is inactive, so that NetSuite refuses it again. */
  readonly isOfInactiveBin?: boolean
  /** Whether it passes within hours, because the server tries it again. */
  readonly passes?: boolean
}

/** What NetSuite refused. The first cause repeats most. */
const REFUSALS: readonly Refusal[] = [
  {
    says: ({ bin, location }) => `The bin ${bin.number} of ${location} is inactive in NetSuite.`,
    isOfInactiveBin: true,
  },
  {
    says: ({ bin }) => `Invalid reference key: the bin ${bin.number} is inactive.`,
    isOfInactiveBin: true,
  },
  { says: ({ quantity }) => `The total inventory detail quantity must be ${String(quantity)}.` },
  {
    says: ({ quantity }) =>
      `You only have ${String(quantity - 1)} available. Please enter a different quantity.`,
  },
  { says: () => 'Concurrent request limit exceeded. Request blocked.', passes: true },
  { says: () => 'You do not have permission to perform this operation.' },
]

export interface Bin {
  readonly id: number
  readonly number: string
}

/** The parts of a record: a bin, an item in it, a user, a time and the answer. */
export interface Occasion {
  readonly id: number
  readonly at: string
  readonly person: (typeof MOBILE_USERS)[number]
  readonly bin: Bin
  /** Another bin of the same location, for transfers; the same one where there is no other. */
  readonly target: Bin
  readonly location: string
  readonly item: {
    readonly id: number
    readonly number: string
    readonly name: string
    readonly upc: string
  }
  readonly quantity: number
  /** What NetSuite said to it; null if it has not answered. */
  readonly answer: 'booked' | Refusal | null
  readonly random: Random
}

/** Some occasions, with ids in turn. @param isBooked whether this server sends their records to NetSuite */
export function makeOccasions(
  { warehouse, random, now }: Making,
  { count, from, isBooked }: { count: number; from: number; isBooked: boolean },
): Occasion[] {
  return Array.from({ length: count }, (_, nth) => draw(warehouse, random, now, from + nth))
    .map((drawn) => ({ ...drawn, answer: drawAnswer(random) }))
    .map((drawn) => occasionOf(warehouse, random, fitting(warehouse, drawn, now, isBooked)))
}

interface Making {
  readonly warehouse: Warehouse
  readonly random: Random
  /** In ms. */
  readonly now: number
}

/** What was drawn at random. */
interface Drawn {
  readonly id: number
  readonly bin: TableRow<'bin'>
  readonly item: TableRow<'item'>
  readonly at: number
  readonly person: (typeof MOBILE_USERS)[number]
  readonly quantity: number
}

type Answered = Drawn & Pick<Occasion, 'answer'>

function draw(warehouse: Warehouse, random: Random, now: number, id: number): Drawn {
  return {
    id,
    bin: pick(random, warehouse.rows('bin')),
    item: pick(random, warehouse.rows('item')),
    at: now - Math.floor(random() * DAYS * DAY_MS),
    person: pick(random, MOBILE_USERS),
    quantity: between(random, 1, 60),
  }
}

/** Most records are booked, some refused, a few not answered yet. */
function drawAnswer(random: Random): Occasion['answer'] {
  const fate = random()
  if (fate < 0.06) return null
  return fate >= 0.18 ? 'booked' : pick(random, REFUSALS)
}

/** What waits for NetSuite has waited for hours, not for days. */
const SHORTER = 56

/** The drawn record as its answer demands: of an inactive bin, or of one that can be booked when it is tried again. */
function fitting(warehouse: Warehouse, drawn: Answered, now: number, isBooked: boolean): Answered {
  const { answer, bin, item, at, id } = drawn
  if (answer === 'booked') return drawn
  const isInactive = answer?.isOfInactiveBin === true
  const isOpen = ({ location, isinactive }: TableRow<'bin'>) =>
    (isinactive === 'T') === isInactive &&
    warehouse.find('location', Number(location))?.isinactive !== 'T'
  const isPlain = ({ isinactive, islotitem }: TableRow<'item'>) =>
    isinactive !== 'T' && islotitem !== 'T'
  const waits = isBooked && (answer === null || answer.passes === true)
  return {
    ...drawn,
    bin: oneOf(warehouse.rows('bin'), isOpen, bin, id),
    item: oneOf(warehouse.rows('item'), isPlain, item, id),
    at: waits ? now - (now - at) / SHORTER : at,
  }
}

/** The row that was drawn if it is fit, else one that is. */
function oneOf<T>(rows: readonly T[], isFit: (row: T) => boolean, drawn: T, nth: number): T {
  if (isFit(drawn)) return drawn
  const fit = rows.filter(isFit)
  return fit[nth % fit.length] ?? drawn
}

function occasionOf(
  warehouse: Warehouse,
  random: Random,
  { bin, item, at, ...drawn }: Answered,
): Occasion {
  const location = warehouse.find('location', Number(bin.location))
  return {
    ...drawn,
    random,
    at: new Date(at).toISOString(),
    bin: { id: bin.id, number: String(bin.binnumber) },
    target: targetOf(warehouse, bin.id, String(bin.location)),
    location: String(location?.name),
    item: {
      id: item.id,
      number: String(item.itemid),
      name: String(item.displayname ?? item.itemid),
      upc: String(item.upccode),
    },
  }
}

/** The open bin after next, so that goods seldom move to the neighbour. */
function targetOf(warehouse: Warehouse, id: number, location: string): Bin {
  const bins = warehouse
    .rows('bin')
    .filter((one) => String(one.location) === location && (one.id === id || one.isinactive !== 'T'))
  const at = bins.findIndex((one) => one.id === id)
  const target = bins[(at + 2) % bins.length]
  return { id: target?.id ?? id, number: String(target?.binnumber) }
}
