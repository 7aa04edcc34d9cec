/** Where an item lies, and what lies in a bin or location, each with its age. */
import { useQuery } from '@tanstack/react-query'
import { IconRefresh } from '@tabler/icons-react'
import { sideListOf } from '#contract/side-lists.ts'
import { deviceTexts } from '#contract/texts/device-texts.ts'
import type { BinStockRow } from '#contract/records/bin-stock.ts'
import { fieldTitles } from '#contract/texts/field-titles.ts'
import { relatedTexts } from '#contract/texts/own/related-texts.ts'
import { syncTexts } from '#contract/texts/sync-texts.ts'
import { useOffers } from '#console/data/api/config.ts'
import { serverNow } from '#console/data/api/server-clock.ts'
import { ageInWords, useFreshness } from '#console/data/collections/freshness.ts'
import { syncCollection, useSyncState } from '#console/data/collections/sync.ts'
import { syncAreasQuery } from '#console/data/collections/sync-runs.ts'
import { useList, type ListBeside } from '#console/data/collections/use-list.ts'
import { amountText } from '#console/related/amount-text.ts'
import { DetailsLink } from '#console/related/details-link.tsx'
import { RowsTable, type RowsColumn } from '#console/related/rows-table.tsx'
import { Note, Section } from '#console/related/section.tsx'
import { useFound } from '#console/related/use-found.ts'
import { balancesOf, type Balances } from '#console/rows/related/balances.ts'
import { notifySyncOutcomes } from '#console/sync/notify-outcomes.ts'
import { ConnectedButton } from '#console/ui/buttons/connected-button.tsx'
import { NoBreakText } from '#console/ui/sideways/no-break-text.tsx'
import classes from '#console/related/related.module.css'

const NAME = 'binStock'

interface StockProps {
  readonly title: string
  readonly field: 'item_id' | 'bin_id' | 'location_id'
  readonly id: string
}

/** The balances of an item, a bin or a location, the fullest first. */
export function Stock({ title, field, id }: StockProps) {
  const list = useList(NAME)
  const found = useFound(list, `${field} ${id}`, (rows) => balancesOf(rows, field, id))
  return (
    <Section
      title={title}
      name={NAME}
      rowsAre={relatedTexts.balances}
      list={list}
      actions={<SyncStock />}
    >
      {found && <StockFound title={title} field={field} list={list} found={found} />}
    </Section>
  )
}

interface StockFoundProps extends Pick<StockProps, 'title' | 'field'> {
  readonly list: ListBeside
  readonly found: Balances
}

function StockFound({ title, field, list, found }: StockFoundProps) {
  const asOf = list.kind === 'here' ? list.asOf : null
  const freshness = useFreshness(NAME, list.kind === 'here' ? list : undefined)
  const isRead = list.kind === 'here' && (list.asOf !== null || list.rows.length > 0)
  if (!isRead) return <NeverRead />
  const { rows, filled, empty, items, onHand, available } = found
  const sums = [amountText(onHand), amountText(available)] as const
  return (
    <>
      {filled > 0 && (
        <Note
          text={
            field === 'item_id'
              ? relatedTexts.total(...sums, filled)
              : relatedTexts.itemsHere(items, sums[0])
          }
        />
      )}
      <RowsTable
        label={title}
        rows={rows}
        of={filled}
        columns={[
          ...placeColumns(field),
          ...quantityColumns(asOf, freshness?.isOld ?? false, rows),
        ]}
        keyOf={({ item_id, location_id, bin_id, inventory_number_id, status_id }) =>
          [item_id, location_id, bin_id, inventory_number_id, status_id].join('|')
        }
      />
      {empty > 0 && <Note text={relatedTexts.emptyPlaces(empty)} />}
    </>
  )
}

/** The account may have no bins, which the last sync has found out, or nothing was read yet. */
function NeverRead() {
  const canAsk = useOffers().includes('syncs')
  const areas = useQuery({ ...syncAreasQuery(), enabled: canAsk })
  const last = areas.data?.find(({ collection }) => collection === NAME)?.last
  const why = last?.state === 'failed' ? last.sentence : null
  return <Note text={why === null ? relatedTexts.neverRead : relatedTexts.noBinsToRead(why)} />
}

function placeColumns(field: StockProps['field']): RowsColumn<BinStockRow>[] {
  const item: RowsColumn<BinStockRow> = {
    title: fieldTitles.item,
    cell: (row) => (
      <DetailsLink list="items" open={row.item_id}>
        <NoBreakText text={row.item_name ?? row.item_id} />
      </DetailsLink>
    ),
  }
  const location: RowsColumn<BinStockRow> = {
    title: fieldTitles.location,
    cell: (row) => (
      <DetailsLink list="locations" open={row.location_id}>
        <NoBreakText text={row.location ?? row.location_id} />
      </DetailsLink>
    ),
  }
  const bin: RowsColumn<BinStockRow> = {
    title: fieldTitles.bin,
    cell: (row) => (
      <DetailsLink list="bins" open={row.bin_id}>
        <NoBreakText text={row.bin_id ? (row.bin_number ?? row.bin_id) : relatedTexts.noBin} />
      </DetailsLink>
    ),
  }
  if (field === 'item_id') return [bin, location]
  return field === 'bin_id' ? [item] : [item, bin]
}

/** Columns that no row fills are left out: most accounts have neither lots nor several statuses. */
function quantityColumns(
  asOf: number | null,
  isOld: boolean,
  rows: readonly BinStockRow[],
): RowsColumn<BinStockRow>[] {
  const hasLots = rows.some((row) => row.inventory_number)
  const hasStatuses = new Set(rows.map((row) => row.status ?? '')).size > 1
  return [
    {
      title: relatedTexts.onHand,
      isNumber: true,
      cell: (row) => amountText(row.on_hand),
    },
    {
      title: relatedTexts.available,
      isNumber: true,
      cell: (row) => amountText(row.available),
    },
    ...(hasLots
      ? [{ title: relatedTexts.lot, cell: (row: BinStockRow) => row.inventory_number }]
      : []),
    ...(hasStatuses ? [{ title: fieldTitles.status, cell: (row: BinStockRow) => row.status }] : []),
    {
      title: relatedTexts.age,
      // The line above the rows says it already.
      isSpare: new Set(rows.map((row) => readAt(row, asOf))).size <= 1,
      cell: (row) => <RowAge row={row} asOf={asOf} isOld={isOld} />,
    },
  ]
}

interface RowAgeProps {
  readonly row: BinStockRow
  readonly asOf: number | null
  readonly isOld: boolean
}

function RowAge({ row, asOf, isOld }: RowAgeProps) {
  const at = readAt(row, asOf)
  if (at === null) return null
  return (
    <span className={isOld && at === asOf ? classes.old : undefined}>
      {ageInWords(serverNow() - at)}
    </span>
  )
}

/** A row that was read after a booking is younger than its list. */
function readAt(row: BinStockRow, asOf: number | null): number | null {
  const own = row.as_of ? Date.parse(row.as_of) : Number.NaN
  return Number.isNaN(own) ? asOf : Math.max(own, asOf ?? 0)
}

function SyncStock() {
  const { kind } = useSyncState(NAME)
  const sync = async (): Promise<void> =>
    notifySyncOutcomes([{ name: NAME, state: await syncCollection(NAME) }])
  return (
    <ConnectedButton
      label={syncTexts.syncArea(sideListOf(NAME).area)}
      text={syncTexts.sync}
      busyLabel={deviceTexts.syncing}
      busy={kind === 'syncing'}
      icon={<IconRefresh size={18} aria-hidden />}
      onClick={() => void sync()}
    />
  )
}
