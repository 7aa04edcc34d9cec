import type { PulledCollection } from '#contract/collections.ts'

declare const allButOne: Record<Exclude<PulledCollection, 'inboundShipments'>, string>

export const pulls: Record<PulledCollection, string> = allButOne
