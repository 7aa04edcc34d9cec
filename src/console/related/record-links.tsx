/** What a floor record leads to: its bin and its items. */
import { Group } from '@mantine/core'
import { relatedTexts } from '#contract/texts/own/related-texts.ts'
import { DetailsLink } from '#console/related/details-link.tsx'
import type { RecordLine } from '#console/rows/record-lines.ts'

interface RecordLinksProps {
  readonly binId: string | number | null
  readonly binName: string | null
  readonly lines: readonly RecordLine[]
}

/** An item without an id is looked up by its name; a bin is not, because locations share bin numbers. */
export function RecordLinks({ binId, binName, lines }: RecordLinksProps) {
  const items = new Map(
    lines.flatMap(({ item, itemId }) => {
      const open = itemId ?? item
      return open === null ? [] : [[open, item ?? open] as const]
    }),
  )
  if (binId === null && items.size === 0) return null
  return (
    <Group component="nav" aria-label={relatedTexts.leadsTo} gap="md" mt="sm">
      {binId !== null && (
        <DetailsLink list="bins" open={String(binId)}>
          {relatedTexts.openBin(binName ?? String(binId))}
        </DetailsLink>
      )}
      {[...items].map(([open, name]) => (
        <DetailsLink key={open} list="items" open={open}>
          {relatedTexts.openItem(name)}
        </DetailsLink>
      ))}
    </Group>
  )
}
