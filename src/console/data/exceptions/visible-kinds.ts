/** The kinds of records that a person may see. */
import { opensRoute, type Principal } from '#contract/access.ts'
import { collectionOf } from '#contract/collections.ts'
import type { FloorCollection } from '#contract/mobile-endpoints.ts'
import { RECORD_COLLECTIONS } from '#contract/records/exceptions.ts'

export function visibleKinds(who: Principal): readonly FloorCollection[] {
  return RECORD_COLLECTIONS.filter((name) => opensRoute(collectionOf(name).access, who))
}
