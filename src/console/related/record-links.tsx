/** What a floor record leads to: its bin and its items. */
import { Group, Text } from '@mantine/core'
import { relatedTexts } from '#contract/texts/own/related-texts.ts'
import { useOnline } from '#console/data/api/use-online.ts'
import { useFreshness } from '#console/data/collections/freshness.ts'
import { addressOfName } from '#console/list/row-named.ts'
import { DetailsLink } from '#console/related/details-link.tsx'
import { useFound } from '#console/related/use-found.ts'
import { useListHere } from '#console/related/use-list-here.ts'
import type { RecordLine } from '#console/rows/lines/record-line.ts'
import { knownItems } from '#console/rows/related/known-items.ts'

interface RecordLinksProps {
  readonly binId: string | number | null
  readonly binName: string | null
  readonly lines: readonly RecordLine[]
}

/** An item without an id is looked up by its name; a bin is not, because locations share bin numbers. */
export function RecordLinks({ binId, binName, lines }: RecordLinksProps) {
  const items = new Map(
    lines.flatMap(({ item, itemId }) => (itemId === null ? [] : [[itemId, item ?? itemId]])),
  )
  const names = new Set(
    lines.flatMap(({ item, itemId }) => (itemId === null && item !== null ? [item] : [])),
  )
  if (binId === null && items.size + names.size === 0) return null
  return (
    <Group component="nav" aria-label={relatedTexts.leadsTo} gap="md" mt="sm">
      {binId !== null && (
        <DetailsLink list="bins" open={String(binId)}>
          {relatedTexts.openBin(binName ?? String(binId))}
        </DetailsLink>
      )}
      {[...items].map(([open, name]) => (
        <ItemLink key={open} open={open} name={name} />
      ))}
      {names.size > 0 && <NamedItems names={[...names]} />}
    </Group>
  )
}

interface NamedItemsProps {
  readonly names: readonly string[]
}

/** Links, except where a list of items that is up to date has no such item: that link would lead nowhere. */
function NamedItems({ names }: NamedItemsProps) {
  const list = useListHere('items')
  const online = useOnline()
  const freshness = useFreshness('items', list.kind === 'here' ? list : undefined)
  const isSynced = list.kind === 'here' && list.asOf !== null && list.rows.length > 0
  const isTelling = isSynced && online && freshness?.isOld === false
  const known = useFound(list, names.join('\n'), (rows) => knownItems(rows, names))
  return names.map((name) =>
    isTelling && known && !known.has(name) ? (
      <Text key={name} c="dimmed">
        {relatedTexts.unknownItem(name)}
      </Text>
    ) : (
      <ItemLink key={name} open={addressOfName(name)} name={name} />
    ),
  )
}

interface ItemLinkProps {
  readonly open: string
  readonly name: string
}

function ItemLink({ open, name }: ItemLinkProps) {
  return (
    <DetailsLink list="items" open={open}>
      {relatedTexts.openItem(name)}
    </DetailsLink>
  )
}
