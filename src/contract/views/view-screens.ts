/** The lists that have saved views, by the name of their screen in the address. */
import type { Access } from '#contract/access.ts'
import { collectionOf, type CollectionName } from '#contract/collections.ts'

/** Screen to its collection; the screen `bins` is at `/bins`. */
export const VIEW_SCREENS = {
  locations: 'locations',
  bins: 'bins',
  inventory: 'inventory',
  items: 'items',
  'sales-orders': 'salesOrders',
  'inbound-shipment': 'inboundShipments',
  'bin-count-records': 'binCountRecords',
  'bin-adjustment-records': 'binAdjustmentRecords',
  'bin-transfer': 'binTransfer',
  'inbound-data-records': 'inboundDataRecords',
  admins: 'admins',
  'wms-ai-users': 'wmsAiUsers',
} as const satisfies Readonly<Record<string, CollectionName>>

export type ViewScreen = keyof typeof VIEW_SCREENS

export const viewScreens = Object.keys(VIEW_SCREENS) as readonly ViewScreen[]

/** The screen with this name, or undefined. */
export function viewScreenOf(name: string): ViewScreen | undefined {
  return viewScreens.find((each) => each === name)
}

/** Who may open a list, and so its views: a view never widens rights. */
export function viewScreenAccess(screen: ViewScreen): Access {
  return collectionOf(VIEW_SCREENS[screen]).access
}
