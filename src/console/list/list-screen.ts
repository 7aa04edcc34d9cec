/**
 * What a list screen declares. Access, card, menu entry, error text and sync button follow from its
 * collection.
 */
import type { ComponentType, PropsWithChildren, ReactNode } from 'react'
import type { Access } from '#contract/access.ts'
import {
  collectionOf,
  type CollectionName,
  type RecordOf,
  type Row,
} from '#contract/collections.ts'
import type { ListName } from '#contract/lists.ts'
import { columnKit, type Column, type ColumnKit } from '#console/table/columns/column-kit.tsx'
import { keyBy, shaped, type ShapedTable } from '#console/table/shaped-table.ts'
import type { DetailPage } from '#console/list/details/detail-page.ts'
import { listShapeOf, type KnownField } from '#console/rows/list-shapes.ts'
import { prepareFields } from '#console/rows/loose/fields.ts'
import { runSync, type ChunkedTask } from '#console/rows/chunked-task.ts'
import type { MenuIcon } from '#console/ui/menu-icons.ts'

/** The groups of the side menu, in its order (specification.md section 2). */
export const MENU_GROUPS = [
  'Master Data',
  'Transactions',
  'Reports',
  'Control',
  'User Management',
] as const
export type MenuGroup = (typeof MENU_GROUPS)[number]

/** The details of one row: a table, or nested dialogs. */
export type RowDetails<R> = TableDetails<R> | SteppedDetails<R>

/** A table, opened by pressing the row. */
export interface TableDetails<R> {
  readonly title: string
  /** The name of the row, for the title. */
  readonly name: (row: R) => string
  readonly empty: string
  readonly content: (row: R) => ShapedTable
  /** What the row leads to, below the table. */
  readonly more?: (row: R) => ReactNode
}

/** Nested dialogs, opened by pressing the row or a button in it. */
export interface SteppedDetails<R> {
  /** The dialog at the end of the path; null if the path no longer exists, as in an old link. */
  readonly page: (row: R, path: readonly string[]) => DetailPage | null
}

/**
 * A button that narrows the rows to those with one text in a column, the same column for all quick
 * filters of a screen.
 */
export interface QuickFilter {
  readonly column: string
  readonly text: string
  readonly title: string
}

/** Deviations from the usual loading behaviour. */
export interface LoadingOptions {
  /** Replaces the usual text while there are no rows. */
  readonly error: string
  /** How long notices of its refresh stay, in ms. */
  readonly noticeMs: number
}

/** A list screen without the type of its rows, as the registry, router and engine see it. */
export interface ListScreen<P extends string = string> {
  readonly kind: 'list'
  readonly path: P
  readonly title: string
  /** Its label in the side menu. */
  readonly menu: string
  readonly icon: MenuIcon
  readonly group: MenuGroup
  readonly collection: CollectionName
  readonly access: Access
  /** The column that sorts the rows until a person sorts them. */
  readonly sortedBy?: string
  /** The columns that people look for first; they come first until a person moves columns. */
  readonly leading?: readonly string[]
  /** Whether its first rows are made from the first records, whatever comes after them. */
  readonly isInListOrder: boolean
  /** Turns records into rows and builds the columns over them. */
  readonly table: (records: readonly Row[]) => ShapedTable
  /**
   * The same, in chunks.
   * @param before the table of the records that these were made from
   */
  readonly tableAhead: (records: readonly Row[], before?: ShapedTable) => ChunkedTask<ShapedTable>
  /** Buttons next to the title. */
  readonly actions?: () => ReactNode
  /** Wraps the page and holds the dialogs that its buttons and rows open. */
  readonly wrapper?: ComponentType<PropsWithChildren>
  readonly details?: RowDetails<object>
  readonly quickFilters?: readonly QuickFilter[]
  readonly loading?: LoadingOptions
  /** Lists that its details show; they are fetched after its own, so that they are on the device when wanted. */
  readonly beside?: readonly ListName[]
  /** The fields of which one value alone opens a row by address: `/items?open=17`. */
  readonly openedBy?: readonly string[]
  /** The fields that a person reads or scans, by which `/items?open=name:17` opens a row: 17 is no id then. */
  readonly namedBy?: readonly string[]
  /** The fields that the key of a row is made from. */
  readonly identity: readonly string[]
  /** The one of them that stays when others of the row change, such as the id of an order whose status changes. */
  readonly lastingId?: string
}

interface Declaration<P extends string, N extends CollectionName, R extends object> {
  readonly path: P
  readonly title: string
  readonly menu?: string
  readonly icon: MenuIcon
  readonly group: MenuGroup
  readonly collection: N
  /** Groups, flattens or sorts the records; the columns are then those of the new rows. */
  readonly rows?: (records: readonly RecordOf<N>[]) => readonly R[] | ChunkedTask<readonly R[]>
  /** The fields that identify a row, if they differ from the collection's key. */
  readonly identity?: readonly KnownField<R>[]
  readonly columns: (c: ColumnKit<R>, rows: readonly R[]) => readonly Column<R>[]
  readonly leading?: readonly string[]
  readonly actions?: () => ReactNode
  readonly wrapper?: ComponentType<PropsWithChildren>
  readonly details?: RowDetails<R>
  readonly quickFilters?: readonly QuickFilter[]
  readonly loading?: LoadingOptions
  readonly beside?: readonly ListName[]
  readonly openedBy?: readonly KnownField<R>[]
  readonly namedBy?: readonly KnownField<R>[]
  readonly lastingId?: KnownField<R>
}

/**
 * Declares a list screen. A wrong collection or a column that is not on the row does not compile.
 * @example listScreen({ path: '/items', title: 'Items', icon: 'tag', group: 'Master Data',
 *   collection: 'items', columns: (c) => [c.text('id', 'ID'), c.text('name', 'Name')] })
 */
export function listScreen<
  const P extends string,
  N extends CollectionName,
  R extends object = RecordOf<N>,
>(declaration: Declaration<P, N, R>): ListScreen<P> {
  const { rows: shape, columns, details, menu, ...rest } = declaration
  const { sortedBy } = listShapeOf(declaration.collection)
  const kit = columnKit<R>()
  const identity = declaration.identity ?? collectionOf(declaration.collection).key
  const keyOf = keyBy(identity)
  function* tableAhead(records: readonly Row[], before?: ShapedTable): ChunkedTask<ShapedTable> {
    // A cast is safe: the list call and the cache have checked the shape of the collection's
    // records.
    const typed = records as readonly RecordOf<N>[]
    const given = shape ? shape(typed) : (typed as unknown as readonly R[])
    const rows = 'next' in given ? yield* given : given
    yield* prepareFields(rows)
    return shaped(rows, columns(kit, rows), keyOf, before)
  }
  return {
    ...rest,
    identity,
    kind: 'list',
    menu: menu ?? declaration.title,
    access: collectionOf(declaration.collection).access,
    ...(sortedBy !== undefined && { sortedBy }),
    isInListOrder: sortedBy === undefined && !shape,
    table: (records) => runSync(tableAhead(records)),
    tableAhead,
    ...(details && { details: details as unknown as RowDetails<object> }),
  }
}
