/** What a failed refresh says: the rows stay, with what went wrong and a way to try again. */
import { useEffect } from 'react'
import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { collectionOf, type CollectionName } from '#contract/collections.ts'
import { loadFailed } from '#contract/faults.ts'
import { messages } from '#contract/messages.ts'
import type { CollectionState } from '#console/data/collection.ts'
import { useOnline } from '#console/data/online.ts'
import { serverNow } from '#console/data/server-clock.ts'
import { clockTime } from '#console/rows/formats.ts'
import { report } from '#console/ui/report.ts'
import classes from '#console/list/load-failure.module.css'

interface LoadFailureProps {
  readonly collection: CollectionName
  readonly state: CollectionState
}

export function LoadFailure({ collection, state }: LoadFailureProps) {
  const online = useOnline()
  const text = loadFailed(collectionOf(collection).area)
  const { error } = state
  useEffect(() => {
    if (error) report(text, error)
  }, [text, error])
  return (
    <div role="alert" className={classes.notice} {...(!online && { 'data-offline': true })}>
      <IconAlertTriangle size={20} aria-hidden className={classes.sign} />
      <div className={classes.words}>
        <div>{state.snapshot ? `${text}. ${messages.rowsKept}` : text}</div>
        {state.snapshot && state.failedAt !== null && (
          <div className={classes.when}>
            {`${messages.lastAttempt}: ${clockTime(state.failedAt, serverNow())}`}
          </div>
        )}
      </div>
      <Button variant="default" onClick={() => void state.refresh()}>
        {messages.retry}
      </Button>
    </div>
  )
}
