/** The items of an order, each leading to its details. */
import { Group } from '@mantine/core'
import type { Row } from '#contract/collections.ts'
import { relatedTexts } from '#contract/texts/own/related-texts.ts'
import { DetailsLink } from '#console/related/details-link.tsx'
import { itemsOf } from '#console/rows/related/order-lines.ts'

interface ItemsOfOrderProps {
  readonly lines: readonly Row[]
}

/** Nothing where the lines do not say their items, as on other servers. */
export function ItemsOfOrder({ lines }: ItemsOfOrderProps) {
  const items = itemsOf(lines)
  if (items.length === 0) return null
  return (
    <Group component="nav" aria-label={relatedTexts.itemsOfOrder} gap="md" mt="sm">
      {items.map(({ item, itemId }) => (
        <DetailsLink key={itemId} list="items" open={itemId}>
          {item}
        </DetailsLink>
      ))}
    </Group>
  )
}
