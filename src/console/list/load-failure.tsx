/** What a failed refresh says: the rows stay, with what went wrong and a way to try again. */
import { useEffect } from 'react'
import { Button, Text } from '@mantine/core'
import { collectionOf, type CollectionName } from '#contract/collections.ts'
import { loadFailed } from '#contract/faults.ts'
import { messages } from '#contract/messages.ts'
import type { CollectionState } from '#console/data/collection.ts'
import { useOnline } from '#console/data/online.ts'
import { serverNow } from '#console/data/server-clock.ts'
import { clockTime } from '#console/rows/formats.ts'
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
  const { error } = state
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
      {said !== undefined && !state.snapshot && <Text fw={600}>{said}</Text>}
      <div>{state.snapshot ? `${text}. ${messages.rowsKept}` : text}</div>
      {state.snapshot && state.failedAt !== null && (
        <Text size="xs" c="dimmed">
          {`${messages.lastAttempt}: ${clockTime(state.failedAt, serverNow())}`}
        </Text>
      )}
    </Notice>
  )
}
