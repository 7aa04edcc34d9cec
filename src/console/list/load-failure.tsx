/** What a failed refresh says: the rows stay, with what went wrong and a way to try again. */
import { useEffect } from 'react'
import { Button, Text } from '@mantine/core'
import { collectionOf, type CollectionName } from '#contract/collections.ts'
import { loadFailed } from '#contract/faults.ts'
import { messages } from '#contract/messages.ts'
import { tableTexts } from '#contract/table-texts.ts'
import type { CollectionState } from '#console/data/collection.ts'
import { useOnline } from '#console/data/online.ts'
import { serverNow } from '#console/data/server-clock.ts'
import { clockTime } from '#console/rows/formats.ts'
import { isAllThereIs } from '#console/list/first-page.ts'
import { Notice } from '#console/list/notice.tsx'
import { report } from '#console/ui/report.ts'

interface LoadFailureProps {
  readonly collection: CollectionName
  readonly state: CollectionState
  /** Said first while there are no rows, on a screen that says it in its own way. */
  readonly said: string | undefined
}

export function LoadFailure({ collection, state, said }: LoadFailureProps) {
  const online = useOnline()
  const text = loadFailed(collectionOf(collection).area)
  const { error, snapshot, head } = state
  const { here = 0, of = 0 } = (isAllThereIs(state) && head?.lines) || {}
  useEffect(() => {
    if (error) report(text, error)
  }, [text, error])
  return (
    <Notice
      role="alert"
      tone={online ? 'failed' : 'old'}
      action={
        <Button variant="default" onClick={() => void state.refresh()}>
          {messages.retry}
        </Button>
      }
    >
      {said !== undefined && !snapshot && <Text fw={600}>{said}</Text>}
      <div>{snapshot ? `${text}. ${messages.rowsKept}` : text}</div>
      {here > 0 && <div>{tableTexts.firstRowsOnly(here, of)}</div>}
      {snapshot && state.failedAt !== null && (
        <Text size="xs" c="dimmed">
          {`${messages.lastAttempt}: ${clockTime(state.failedAt, serverNow())}`}
        </Text>
      )}
    </Notice>
  )
}
