/** A page that stores its query data on the device, with a stopped clock. */
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, vi } from 'vitest'
import { ADMIN_FEATURES } from '#contract/access.ts'
import type { CollectionName, Row } from '#contract/collections.ts'
import { readRecord } from '#console/data/device/device-store.ts'
import { forgetStoredState } from '#console/data/device/snapshot-store.ts'
import type { Snapshot } from '#console/data/api/fetch-collection.ts'
import { collectionKey } from '#console/data/collections/queries.ts'
import { syncServerClock } from '#console/data/api/server-clock.ts'
import { restoreSnapshot, startSnapshots } from '#console/data/collections/snapshots.ts'
import { emptyDisk } from '#test/support/console/device.ts'
import { signedOut, signedIn } from '#test/support/console/session.ts'
import { settled } from '#test/support/until.ts'

/** The device's time as each test begins. */
export const NOON = Date.UTC(2026, 4, 11, 12)

export interface DevicePage {
  /** Puts a list into the query cache, as a fetch does. */
  readonly show: (name: CollectionName, snapshot: Snapshot) => void
  readonly shown: (name: CollectionName) => Snapshot | undefined
  /** Reloads the page with empty memory. */
  readonly reload: () => void
  /** Reloads the page and reads a list from the device. */
  readonly restored: (name: CollectionName) => Promise<Snapshot | undefined>
}

/** Gives each test of the file a page that ada is signed in to, on an empty device. */
export function devicePage(): DevicePage {
  let client = new QueryClient()
  let stop = (): void => undefined
  const load = (): void => {
    stop()
    client.clear()
    forgetStoredState()
    client = new QueryClient({ defaultOptions: { queries: { structuralSharing: false } } })
    stop = startSnapshots(client)
  }
  const shown = (name: CollectionName) => client.getQueryData<Snapshot>(collectionKey(name))
  beforeEach(async () => {
    vi.useFakeTimers({ now: NOON, toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    syncServerClock(new Date().toUTCString())
    signedOut()
    await readRecord('makes the database')
    await emptyDisk()
    load()
    ada()
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    stop()
    await settled()
    client.clear()
    vi.useRealTimers()
  })
  return {
    show: (name, snapshot) => void client.setQueryData<Snapshot>(collectionKey(name), snapshot),
    shown,
    reload: load,
    restored: async (name) => {
      load()
      await restoreSnapshot(client, name)
      return shown(name)
    },
  }
}

/** Signs ada in. */
export function ada(): void {
  const cacheKey = Buffer.alloc(32, 7).toString('base64')
  signedIn({ username: 'ada', features: ADMIN_FEATURES, isSuperAdmin: true, cacheKey })
}

/** Makes a number of rows. */
export function rowsOf(count: number, memo = 'x'): Row[] {
  return Array.from({ length: count }, (_, id) => ({ id, memo }))
}
