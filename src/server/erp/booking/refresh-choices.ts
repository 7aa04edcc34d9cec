/** Reads the units of measure and the inventory statuses of the account. */
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#server/db/database.ts'
import { isFromBefore } from '#server/db/mirror/pull-marks.ts'
import { OTHER_ACCOUNT, savedAt } from '#server/db/repositories/settings.ts'
import {
  areChoicesNew,
  type ChoiceKind,
  type Choices,
  type InventoryStatus,
  readChoices,
  storeStatuses,
  storeUnits,
  type Unit,
} from '#server/erp/booking/meaning/choices.ts'
import { isNamed, type SentLine } from '#server/erp/booking/meaning/sent-lines.ts'
import { textOf } from '#server/erp/booking/meaning/sent-values.ts'
import { isAfter } from '#server/erp/pull/source.ts'
import { type ErpClient, PAGE_ROWS } from '#server/erp/transport/client.ts'
import { ErpFault, erpSentences, isHidden } from '#server/erp/transport/fault.ts'
import type { ErpPage, ErpRow } from '#server/erp/transport/http-answer.ts'

interface RefreshDeps {
  readonly db: Database
  readonly now: () => number
  readonly client: Pick<ErpClient, 'query'>
}

/**
 * Reads the lists before a record that names a unit or a status is understood, unless they were read after the last
 * sync of items: with an old size of a unit a wrong quantity would be booked in silence.
 * @returns what `bookedLines` calls for a name that they lack
 * @throws ErpFault
 */
export async function choicesFor(
  deps: RefreshDeps,
  lines: readonly SentLine[],
): Promise<() => Promise<boolean>> {
  const areNamed = lines.some(({ stock }) => stock.unit !== null || isNamed(stock.status))
  if (!areNamed || (await areChoicesNew(deps.db))) return () => refreshBoth(deps)
  const areNew = await refreshBoth(deps)
  return () => Promise.resolve(areNew)
}

/**
 * Reads both lists to their very end, because a record names what they may lack.
 * @returns whether they are new; false if one is suddenly empty, and was kept
 */
async function refreshBoth(deps: RefreshDeps): Promise<boolean> {
  const choices = await readChoices(deps.db)
  const isEmptyBelieved = await areOfOtherAccount(deps, choices)
  const how = { isEmptyBelieved, expected: TO_THE_END }
  const areUnitsNew = await refresh(deps, 'unit', choices.units.length, how)
  const areStatusesNew = await refresh(deps, 'status', choices.statuses.length, how)
  return areUnitsNew && areStatusesNew
}

/** Whether these may be the lists of the previous account: their ids mean something else in the present one. */
async function areOfOtherAccount(
  { db, now }: Pick<RefreshDeps, 'db' | 'now'>,
  { readAt }: Choices,
): Promise<boolean> {
  const movedAt = await savedAt(db, OTHER_ACCOUNT)
  return movedAt !== null && (readAt === null || isFromBefore(readAt, movedAt, now()))
}

/**
 * Reads again after a sync of items what records have needed before; an account without units and statuses is not
 * asked. Never rejects: a list that could not be read is read before the next booking that needs it.
 */
export async function refreshAfterSync({
  db,
  log,
  now,
  openClient,
  signal,
}: Pick<RefreshDeps, 'db' | 'now'> & {
  readonly log: Pick<FastifyBaseLogger, 'warn'>
  readonly openClient: () => Promise<ErpClient>
  readonly signal: AbortSignal
}): Promise<void> {
  try {
    const choices = await readChoices(db)
    const { units, statuses } = choices
    if (units.length + statuses.length === 0) return
    const isEmptyBelieved = await areOfOtherAccount({ db, now }, choices)
    const howFor = (known: number) => ({
      isEmptyBelieved,
      expected: isEmptyBelieved ? TO_THE_END : known,
    })
    const client = await openClient()
    try {
      const deps = { db, now, client }
      const [known, others] = [units.length, statuses.length]
      if (known > 0) await refresh(deps, 'unit', known, howFor(known))
      if (others > 0) await refresh(deps, 'status', others, howFor(others))
    } finally {
      client.close()
    }
  } catch (err) {
    if (!signal.aborted) log.warn({ err }, 'units and statuses could not be read again')
  }
}

const TO_THE_END = Infinity

interface Refreshing {
  /** See `readAll`. */
  readonly expected: number
  /** Whether an empty answer replaces what was known, because that belongs to another account. */
  readonly isEmptyBelieved: boolean
}

/**
 * @param known how many rows it had before
 * @returns whether the list is new
 */
async function refresh(
  { db, now, client }: RefreshDeps,
  kind: ChoiceKind,
  known: number,
  { expected, isEmptyBelieved }: Refreshing,
): Promise<boolean> {
  const readAt = new Date(now())
  const rows = await readAll(client, LISTS[kind], expected)
  // A list that is suddenly empty is what a missing permission looks like.
  if (known > 0 && rows.length === 0 && !isEmptyBelieved) return false
  if (kind === 'status') await storeStatuses(db, rows.map(statusIn), readAt)
  else {
    const units = rows.map(unitIn)
    await storeUnits(
      db,
      units.filter(({ rate }) => rate > 0),
      readAt,
    )
  }
  return true
}

interface Listed {
  readonly table: string
  readonly key: string
  readonly columns: string
}

const LISTS: Readonly<Record<ChoiceKind, Listed>> = {
  unit: {
    table: 'unitstypeuom',
    key: 'internalid',
    columns:
      'internalid, unitstype, unitname, pluralname, abbreviation, pluralabbreviation, conversionrate',
  },
  status: { table: 'inventorystatus', key: 'id', columns: 'id, name' },
}

/**
 * All rows; none if the account lacks the table or hides it from the role.
 * @param expected with fewer rows the end is confirmed by asking for what comes after it: an answer may end early
 */
async function readAll(
  client: Pick<ErpClient, 'query'>,
  { table, key, columns }: Listed,
  expected: number,
): Promise<ErpRow[]> {
  const all: ErpRow[] = []
  try {
    for (let after = '0'; ;) {
      const { rows, hasMore }: ErpPage = await client.query(
        `SELECT ${columns} FROM ${table} WHERE ${key} > ${after} ORDER BY ${key} FETCH NEXT ${PAGE_ROWS} ROWS ONLY`,
      )
      all.push(...rows)
      const mayEnd = !hasMore && rows.length < PAGE_ROWS
      if (rows.length === 0 || (mayEnd && all.length >= expected)) return all
      after = lastKey(rows, key, after)
    }
  } catch (error) {
    if (isHidden(error)) return []
    throw error
  }
}

/** A page must end after the key where it began, or reading would never end. @throws ErpFault */
function lastKey(rows: readonly ErpRow[], key: string, after: string): string {
  const last = textOf(rows.at(-1)?.[key])
  if (last !== null && /^\d+$/.test(last) && isAfter([last], [after])) return last
  throw new ErpFault('bad-answer', erpSentences.unreadable, { passes: true })
}

function unitIn(row: ErpRow): Unit {
  const names = ['unitname', 'pluralname', 'abbreviation', 'pluralabbreviation']
  return {
    id: textOf(row['internalid']) ?? '',
    type: textOf(row['unitstype']) ?? '',
    names: names.flatMap((name) => textOf(row[name]) ?? []),
    rate: Number(row['conversionrate']),
  }
}

function statusIn(row: ErpRow): InventoryStatus {
  const id = textOf(row['id']) ?? ''
  return { id, name: textOf(row['name']) ?? id }
}
