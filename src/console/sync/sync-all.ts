/** A pull of several collections at once. */
import type { PulledCollection } from '#contract/collections.ts'
import { listTexts } from '#contract/texts/list-texts.ts'
import { syncCollection } from '#console/data/collections/sync.ts'
import { notifySyncOutcomes } from '#console/sync/notify-outcomes.ts'

/** Pulls all of them in parallel; a failed one neither stops the others nor counts as a success. */
export async function syncAll(names: readonly PulledCollection[]): Promise<void> {
  const ended = await Promise.all(
    names.map(async (name) => ({ name, state: await syncCollection(name) })),
  )
  notifySyncOutcomes(ended, listTexts.syncedAll)
}
