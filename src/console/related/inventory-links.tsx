/** What the specified dialog of an inventory item leads to: where it lies, and its own details. */
import { relatedTexts } from '#contract/texts/own/related-texts.ts'
import { useOffers } from '#console/data/api/config.ts'
import { DetailsLink } from '#console/related/details-link.tsx'
import { Stock } from '#console/related/stock-sections.tsx'

interface StockOfInventoryProps {
  /** The internal id of the item; other servers may not send it. */
  readonly id: unknown
}

/** Nothing on a server that does not know bins: its dialog is as specified. */
export function StockOfInventory({ id }: StockOfInventoryProps) {
  const isOffered = useOffers().includes('bin-stock')
  const isId = typeof id === 'string' || typeof id === 'number'
  if (!isOffered || !isId) return null
  return (
    <>
      <Stock title={relatedTexts.whereItLies} field="item_id" id={String(id)} />
      <DetailsLink list="items" open={String(id)}>
        {relatedTexts.itemDetails}
      </DetailsLink>
    </>
  )
}
