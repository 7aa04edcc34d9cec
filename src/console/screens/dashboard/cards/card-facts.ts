/** What stands out in a list from NetSuite, in a few words on its card. */
import { useEffect, useState } from 'react'
import { isYes } from '#contract/access.ts'
import { createCount, type RecordCount } from '#contract/row-identity.ts'
import type { CollectionName, Row } from '#contract/collections.ts'
import { cardFactTexts } from '#contract/texts/dashboard-texts.ts'
import { forEachChunked } from '#console/data/api/run-chunked.ts'
import { ITEM_FIELDS } from '#console/rows/inventory.ts'
import { fieldOf } from '#console/rows/loose/loose.ts'
import { numberPairs } from '#console/rows/pair-numbers.ts'
import { exactSum, quantityOf } from '#console/rows/quantities.ts'
import { isOpenStatus } from '#console/rows/status-tone.ts'

/** A fact that is counted row by row. */
interface Fact {
  readonly start: () => RecordCount
  /** Null where the count is not worth a line. */
  readonly words: (count: number) => string | null
}

const FACTS: Partial<Record<CollectionName, Fact>> = {
  inventory: { start: itemsWithoutStock, words: unlessNone(cardFactTexts.noneAvailable) },
  items: countOf('items', (row) => fieldOf(row, ['upc_code']) === null, cardFactTexts.withoutUpc),
  bins: countOf('bins', (row) => isYes(row['inactive_bin']), cardFactTexts.inactive),
  salesOrders: countOf('salesOrders', isOpen, cardFactTexts.open),
  inboundShipments: countOf('inboundShipments', isOpen, cardFactTexts.open),
}

/** The fact of a list, if it has one. */
export function factOf(collection: CollectionName): Fact | null {
  return FACTS[collection] ?? null
}

/** Counted once for each list, however often the dashboard is opened. */
const countedWords = new WeakMap<readonly Row[], string | null>()

/**
 * The fact of these rows, counted in slices. The words of older rows stay until the new ones are counted.
 * @param isPageReady whether the page has done what is more urgent
 */
export function useCardFact(
  collection: CollectionName,
  rows: readonly Row[] | undefined,
  isPageReady: boolean,
): string | null {
  const [words, setWords] = useState<string | null>(null)
  useEffect(() => {
    const fact = factOf(collection)
    if (!fact || !rows || !isPageReady || countedWords.has(rows)) return undefined
    const stop = new AbortController()
    const tally = fact.start()
    forEachChunked(rows, stop.signal, tally.add).then(
      () => {
        const counted = fact.words(tally.total())
        countedWords.set(rows, counted)
        setWords(counted)
      },
      (thrown: unknown) => {
        // Aborted: the rows have changed, or the card is gone.
        if (!stop.signal.aborted) throw thrown
      },
    )
    return () => stop.abort()
  }, [collection, rows, isPageReady])
  const known = rows && countedWords.get(rows)
  return known === undefined ? words : known
}

function countOf(
  name: CollectionName,
  matches: (row: Row) => boolean,
  words: (count: number) => string,
): Fact {
  const start = (): RecordCount => {
    const { add, total } = createCount(name)
    return {
      add: (row) => {
        if (matches(row)) add(row)
      },
      total,
    }
  }
  return { start, words: unlessNone(words) }
}

function unlessNone(words: (count: number) => string): Fact['words'] {
  return (count) => (count === 0 ? null : words(count))
}

/** Items whose quantities in all locations add up to nothing, like the total of the list. */
function itemsWithoutStock(): RecordCount {
  const { numberOf } = numberPairs()
  const [item, id] = ITEM_FIELDS
  const totals: number[] = []
  return {
    add: (row) => {
      const nth = numberOf(row[item], row[id])
      totals[nth] = (totals[nth] ?? 0) + (quantityOf(row) ?? 0)
    },
    total: () => totals.filter((total) => exactSum(total) <= 0).length,
  }
}

function isOpen({ status }: Row): boolean {
  return typeof status === 'string' && status.trim() !== '' && isOpenStatus(status)
}
