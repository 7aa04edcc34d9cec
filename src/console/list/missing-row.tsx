/** Says that the row an address names is not in its list. */
import { useState } from 'react'
import { Group, CloseButton } from '@mantine/core'
import { collections, isPulled } from '#contract/collections.ts'
import { findTexts } from '#contract/texts/own/find-texts.ts'
import { relatedTexts } from '#contract/texts/own/related-texts.ts'
import { shellTexts } from '#contract/texts/shell-texts.ts'
import type { CollectionState } from '#console/data/collections/use-collection.ts'
import { useSyncRefusal } from '#console/data/collections/server-state.ts'
import type { ListScreen } from '#console/list/list-screen.ts'
import { Notice } from '#console/list/notice.tsx'
import { SyncNow } from '#console/list/sync-button.tsx'
import type { ShapedTable } from '#console/table/shaped-table.ts'
import { TOUCH_TARGET_PX } from '#console/theme.ts'

/** What an address names, and whether a row has been found for it. */
interface Named {
  readonly key: string | null
  readonly isFound: boolean
  readonly content: ShapedTable | undefined
  readonly state: CollectionState
}

/**
 * The name of a row that is not in the list, null while there may be one: its other rows, or a refresh, may still bring
 * it. Once said, it stays through the refreshes that follow.
 */
export function useMissingRow({ key, isFound, content, state }: Named): string | null {
  const [said, setSaid] = useState<string | null>(null)
  const isWhole = content !== undefined && !content.isPart && content.of === undefined
  const isMissing = key !== null && !isFound && isWhole
  if (!isMissing) {
    if (said !== null) setSaid(null)
    return null
  }
  if (said === key) return said
  if (!state.isRefreshing) setSaid(key)
  return null
}

interface MissingRowProps {
  readonly screen: ListScreen
  readonly name: string
  readonly state: CollectionState
  readonly onClose: () => void
}

export function MissingRow({ screen, name, state, onClose }: MissingRowProps) {
  const { collection, title } = screen
  const kind = collection === 'inventory' ? findTexts.kinds.items : findTexts.kinds[collection]
  const isSynced = isPulled(collection) && collections[collection].erp.button === 'screen'
  const refusal = useSyncRefusal(isSynced && state.snapshot?.asOf === null)
  return (
    <Notice
      role="alert"
      tone="old"
      action={
        <Group gap="xs" wrap="nowrap">
          {isSynced && <SyncNow collection={collection} title={title} refusal={refusal?.reason} />}
          <CloseButton
            size={TOUCH_TARGET_PX}
            iconSize={18}
            aria-label={shellTexts.closeNotice}
            onClick={onClose}
          />
        </Group>
      }
    >
      {relatedTexts.rowMissing(kind, inShort(name.replaceAll('|', ' · ')))}
    </Notice>
  )
}

/** An address may hold anything. */
const LONGEST_NAME = 80

function inShort(name: string): string {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name
}
