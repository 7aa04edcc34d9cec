/** Every call that the contract declares, by the name of its route, such as `POST /api/logout`. */
import { collectionNames, collectionOf } from '#contract/collections.ts'
import { API_PREFIX } from '#contract/constants.ts'
import { endpoints } from '#contract/endpoints.ts'
import { listEndpoint, pullEndpoint } from '#contract/sync/list-endpoints.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { pulledLists } from '#contract/lists.ts'
import { mobileEndpoints, type MobileEndpoint } from '#contract/mobile-endpoints.ts'
import { ownEndpoints } from '#contract/own-endpoints.ts'
import { sideListNames } from '#contract/side-lists.ts'
import { countsEndpoint } from '#contract/sync/counts.ts'
import { cancelEndpoint, syncEndpoints } from '#contract/sync/runs.ts'

type Declared = Pick<Endpoint, 'method' | 'path' | 'access'>
type MobileDeclared = Pick<MobileEndpoint, 'method' | 'path' | 'access'>

const lists = collectionNames.flatMap((name): Declared[] => {
  const list = listEndpoint(name)
  const { fallbackPath } = collectionOf(name)
  return fallbackPath === undefined ? [list] : [list, { ...list, path: fallbackPath }]
})

/** The calls of the console. */
export const CONSOLE_CALLS: ReadonlyMap<string, Declared> = named<Declared>([
  ...Object.values(endpoints),
  ...Object.values(ownEndpoints),
  ...Object.values(syncEndpoints),
  countsEndpoint,
  ...lists,
  ...sideListNames.map(listEndpoint),
  ...pulledLists.map(pullEndpoint),
  ...pulledLists.map(cancelEndpoint),
])

/** The calls of the mobile app. */
export const MOBILE_CALLS: ReadonlyMap<string, MobileDeclared> = named<MobileDeclared>(
  Object.values(mobileEndpoints),
)

function named<T extends Pick<Declared, 'method' | 'path'>>(calls: readonly T[]): Map<string, T> {
  return new Map(calls.map((call) => [`${call.method} ${API_PREFIX}${call.path}`, call]))
}
