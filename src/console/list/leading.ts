/** Which columns of a list come first (decisions/console/lists-and-export.md). */
import { useOffers } from '#console/data/api/config.ts'
import type { ListScreen } from '#console/list/list-screen.ts'

/** The leading columns of a screen. A server without saved views has none: its lists keep the specified order. */
export function useLeading({ leading = NONE }: Pick<ListScreen, 'leading'>): readonly string[] {
  return useOffers().includes('views') ? leading : NONE
}

const NONE: readonly string[] = []
