/** Says that the row an address names is not in its list. */
import { useState } from 'react'
import { Group, CloseButton } from '@mantine/core'
import { collections, isPulled } from '#contract/collections.ts'
import { findTexts } from '#contract/texts/own/find-texts.ts'
import { relatedTexts } from '#contract/texts/own/related-texts.ts'
import { shellTexts } from '#contract/texts/shell-texts.ts'
import type { CollectionState } from '#console/data/collections/use-collection.ts'
import { useOnline } from '#console/data/api/use-online.ts'
import { useSyncRefusal } from '#console/data/collections/server-state.ts'
import type { ListScreen } from '#console/list/list-screen.ts'
import { Notice } from '#console/ui/status/notice.tsx'
import { SyncNow } from '#console/list/sync-button.tsx'
import { isPassingKey, type ShapedTable } from '#console/table/shaped-table.ts'
import { TOUCH_TARGET_PX } from '#console/theme.ts'

/** What an address names, and whether a row has been found for it. */
interface Named {
  readonly key: string | null
  readonly isFound: boolean
  readonly content: ShapedTable | undefined
  /** Whether the table is that of the newest records; that of a long list takes a moment longer than they do. */
  readonly isOfRecords: boolean
  readonly state: CollectionState
}

/**
 * The name of a row that is not in the list, null while there may be one: its other rows, or a refresh, may still bring
 * it. Once said, it stays through the refreshes that follow.
 */
export function useMissingRow(named: Named): string | null {
  const { key, isFound, content, isOfRecords, state } = named
  const [said, setSaid] = useState<string | null>(null)
  const isWhole = content !== undefined && !content.isPart && content.of === undefined
  const isMissing = key !== null && !isPassingKey(key) && !isFound && isWhole
  if (!isMissing) {
    if (said !== null) setSaid(null)
    return null
  }
  if (said === key) return said
  if (isOfRecords && !state.isRefreshing) setSaid(key)
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
  const online = useOnline()
  const isCurrent = online && state.error === null
  const canSync =
    isCurrent && isPulled(collection) && collections[collection].erp.button === 'screen'
  const refusal = useSyncRefusal(canSync && state.snapshot?.asOf === null)
  const said = !isCurrent
    ? relatedTexts.rowNotHere
    : isPulled(collection)
      ? relatedTexts.rowMissing
      : relatedTexts.rowDeleted
  return (
    <Notice
      role="alert"
      tone="old"
      action={
        <Group gap="xs" wrap="nowrap">
          {canSync && <SyncNow collection={collection} title={title} refusal={refusal?.reason} />}
          <CloseButton
            size={TOUCH_TARGET_PX}
            iconSize={18}
            aria-label={shellTexts.closeNotice}
            onClick={onClose}
          />
        </Group>
      }
    >
      {said(kind, inShort(name.replaceAll('|', ' · ')))}
    </Notice>
  )
}

/** An address may hold anything. */
const LONGEST_NAME = 80

function inShort(name: string): string {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name
}
