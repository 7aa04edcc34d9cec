/** Replaces rows that could not be loaded: the reason, and a button to try again. */
import { Button, Text } from '@mantine/core'
import { collectionOf, type CollectionName } from '#contract/collections.ts'
import { loadFailed } from '#contract/faults.ts'
import { listTexts } from '#contract/texts/list-texts.ts'
import type { CollectionState } from '#console/data/collections/use-collection.ts'
import { useOnline } from '#console/data/api/use-online.ts'
import { Notice } from '#console/ui/status/notice.tsx'
import { loadReason } from '#console/ui/load-reason.ts'

interface LoadFailureProps {
  readonly collection: CollectionName
  readonly state: CollectionState
  /** The screen's own message, shown first. */
  readonly said: string | undefined
}

export function LoadFailure({ collection, state, said }: LoadFailureProps) {
  const online = useOnline()
  // Without a connection the banner gives the reason.
  const reason = !online || state.error === null ? '' : loadReason(state.error, '')
  return (
    <Notice
      role="alert"
      tone={online ? 'failed' : 'old'}
      action={
        <Button variant="default" onClick={() => void state.refresh()}>
          {listTexts.retry}
        </Button>
      }
    >
      {said !== undefined && <Text fw={600}>{said}</Text>}
      <span>{loadFailed(collectionOf(collection).area)}</span>
      {reason !== '' && <span>{`: ${reason}`}</span>}
    </Notice>
  )
}
