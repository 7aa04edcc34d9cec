import type { PulledCollection } from '#contract/collections.ts'

export const pulls: Record<PulledCollection, string> = {
  locations: '',
  bins: '',
  inventory: '',
  items: '',
  salesOrders: '',
}
