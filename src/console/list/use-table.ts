/**
 * The table over the records of a screen; for a long list it is built in chunks, while the previous
 * one stays visible.
 */
import { startTransition, useEffect, useState, useSyncExternalStore } from 'react'
import type { Row } from '#contract/collections.ts'
import type { Selection } from '#console/data/engine/types.ts'
import { runChunked } from '#console/data/api/run-chunked.ts'
import { countedView } from '#console/list/quick-counts.ts'
import type { ShownRecords } from '#console/list/first-page.ts'
import type { ShapedTable } from '#console/table/shaped-table.ts'
import type { ListScreen } from '#console/list/list-screen.ts'
import { useStableCallback } from '#console/table/columns/use-stable-callback.ts'
import { derivationOf } from '#console/rows/derivation.ts'
import type { ChunkedTask } from '#console/rows/chunked-task.ts'
import { dateFormatVersion, onDateFormat } from '#console/rows/date-format.ts'
import { LONG_LIST_ROWS } from '#console/table/use-answer.ts'

type Screen = Pick<ListScreen, 'table' | 'tableAhead' | 'quickFilters'>

/**
 * The tables built from record lists, for as long as those are in memory, so that returning to a
 * screen finds its table.
 */
let tables = new WeakMap<Screen, WeakMap<readonly Row[], ShapedTable>>()
/** The texts of a table are those of one date format. */
let tablesFormat = dateFormatVersion()

/** The table to show, and whether it is that of the given records. */
export interface TableToShow {
  /**
   * Undefined until there is one, and the previous one while a longer list and what the view needs of its index are being
   * prepared.
   */
  readonly table: ShapedTable | undefined
  readonly isOfRecords: boolean
}

/** The table of the records of a screen. */
export function useTable(
  screen: Screen,
  given: Partial<ShownRecords>,
  view: Selection,
): TableToShow {
  const { records, isPart } = given
  useSyncExternalStore(onDateFormat, dateFormatVersion)
  const [shown, setShown] = useState<ShapedTable>()
  const viewNow = useStableCallback(() => view)
  const ready = records && tableNow(screen, { ...given, records })
  if (ready && ready !== shown) setShown(ready)
  const isMissing = ready === undefined
  useEffect(() => {
    if (!records || !isMissing) return undefined
    const left = new AbortController()
    runChunked(tableAhead(screen, records, viewNow), left.signal).then(
      (made) => {
        const table = { ...made, ...(isPart && { isPart }) }
        tablesOf(screen).set(records, table)
        // Input by the person takes priority.
        startTransition(() => setShown(table))
      },
      (thrown: unknown) => {
        if (left.signal.aborted) return
        // Rethrown during render, so that records that make no table become the screen's failure.
        setShown(() => {
          throw thrown
        })
      },
    )
    return () => left.abort()
  }, [screen, records, isPart, isMissing, viewNow])
  return { table: records && (ready ?? shown), isOfRecords: ready !== undefined }
}

function tableNow(screen: Screen, { records, of, isPart }: ShownRecords): ShapedTable | undefined {
  const known = tablesOf(screen).get(records)
  if (known || records.length > LONG_LIST_ROWS) return known
  const table = {
    ...screen.table(records),
    ...(of !== undefined && { of }),
    ...(isPart && { isPart }),
  }
  tablesOf(screen).set(records, table)
  return table
}

function* tableAhead(
  screen: Screen,
  records: readonly Row[],
  viewNow: () => Selection,
): ChunkedTask<ShapedTable> {
  const from = derivationOf(records)?.from
  const table = yield* screen.tableAhead(records, from && tablesOf(screen).get(from))
  yield* table.index.ahead(viewNow())
  if (screen.quickFilters) yield* table.index.ahead(countedView(screen.quickFilters, viewNow()))
  return table
}

function tablesOf(screen: Screen): WeakMap<readonly Row[], ShapedTable> {
  if (tablesFormat !== dateFormatVersion()) {
    tables = new WeakMap()
    tablesFormat = dateFormatVersion()
  }
  const known = tables.get(screen)
  if (known) return known
  const fresh = new WeakMap<readonly Row[], ShapedTable>()
  tables.set(screen, fresh)
  return fresh
}
