/** Which columns of a list stand first (decisions/console/lists-and-export.md). */
import { useOffers } from '#console/data/api/config.ts'
import type { ListScreen } from '#console/list/list-screen.ts'

/**
 * The leading columns of a screen. With a server that knows nothing of arranged columns there are none: its people keep
 * the order of the specification.
 */
export function useLeading({ leading = NONE }: Pick<ListScreen, 'leading'>): readonly string[] {
  return useOffers().includes('views') ? leading : NONE
}

const NONE: readonly string[] = []
