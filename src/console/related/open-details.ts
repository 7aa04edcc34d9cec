/** The addresses of details, and the steps of history that lead to them and back. */
import type { ListName } from '#contract/lists.ts'

/** The lists whose rows have details, and the addresses of their screens. */
export const DETAIL_SCREENS = {
  items: '/items',
  bins: '/bins',
  locations: '/locations',
  salesOrders: '/sales-orders',
  inboundShipments: '/inbound-shipment',
  binCountRecords: '/bin-count-records',
  binAdjustmentRecords: '/bin-adjustment-records',
  binTransfer: '/bin-transfer',
  inboundDataRecords: '/inbound-data-records',
} as const satisfies { readonly [N in ListName]?: string }

export type LinkedList = keyof typeof DETAIL_SCREENS

interface Steps {
  readonly dialogs?: number
  readonly below?: number
}

/**
 * The steps of details that open on top of what is there.
 * @param isOpen whether that are details
 */
export function stepsOnTop({ dialogs = 0, below = 0 }: Steps, isOpen: boolean): Required<Steps> {
  // Details that arrived as a link have no list behind them that closing could return to.
  return {
    dialogs: isOpen && dialogs === 0 ? 0 : dialogs + 1,
    below: isOpen ? below + 1 : 0,
  }
}
