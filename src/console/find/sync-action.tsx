/** The pull of all collections, for whoever can begin it now. */
import { IconRefresh } from '@tabler/icons-react'
import { opensRoute } from '#contract/access.ts'
import { collectionOf, pulledCollections } from '#contract/collections.ts'
import { listTexts } from '#contract/texts/list-texts.ts'
import { useOnline } from '#console/data/api/use-online.ts'
import { useIsNeverSynced, useSyncRefusal } from '#console/data/collections/server-state.ts'
import { useIsSyncing } from '#console/data/collections/sync.ts'
import type { FindAction } from '#console/find/find-line.tsx'
import { principalOf, useSession } from '#console/session/session.ts'
import { syncAll } from '#console/sync/sync-all.ts'

export function useSyncAction(): FindAction[] {
  const who = principalOf(useSession())
  const pulled = pulledCollections.filter((name) => opensRoute(collectionOf(name).access, who))
  const refusal = useSyncRefusal(useIsNeverSynced(pulled))
  const isSyncing = useIsSyncing()
  const isOnline = useOnline()
  if (pulled.length === 0 || refusal !== null || isSyncing || !isOnline) return []
  const icon = <IconRefresh size={20} aria-hidden />
  return [{ title: listTexts.syncFrom, icon, run: () => void syncAll(pulled) }]
}
