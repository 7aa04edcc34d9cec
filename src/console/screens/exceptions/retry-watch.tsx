/** The progress of retries that belong together, until a person closes it. */
import { useEffect } from 'react'
import { ActionIcon, Paper, Progress, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { exceptionScreenTexts } from '#contract/texts/own/exception-screen-texts.ts'
import { refreshAfterRetry, retryQuery } from '#console/data/exceptions/act-on-cases.ts'
import { causeWords } from '#console/screens/exceptions/retry-rules.ts'
import { TOUCH_TARGET_PX } from '#console/theme.ts'
import classes from '#console/screens/exceptions/exceptions.module.css'

interface RetryWatchProps {
  /** More than 500 records are sent as several retries. */
  readonly ids: readonly string[]
  readonly onClose: () => void
}

export function RetryWatch({ ids, onClose }: RetryWatchProps) {
  const found = useQueries({ queries: ids.map(retryQuery) })
  const retries = found.flatMap(({ data }) => data ?? [])
  const isHere = retries.length === ids.length
  const hasEnded = isHere && retries.every(({ ended_at }) => ended_at !== null)
  useEffect(() => {
    if (hasEnded) void refreshAfterRetry()
  }, [hasEnded])
  if (!isHere) return null
  const sum = (field: 'total' | 'succeeded' | 'failed' | 'waiting'): number =>
    retries.reduce((all, retry) => all + retry[field], 0)
  const [total, succeeded, failed] = [sum('total'), sum('succeeded'), sum('failed')]
  const waiting = sum('waiting')
  const stopped = retries.find((retry) => retry.stopped_because !== null)?.stopped_because ?? null
  const done = succeeded + failed
  const { retryRuns, retryEnded, retryCounts, retryStopped, close } = exceptionScreenTexts
  const title = hasEnded ? retryEnded(total) : retryRuns(total)
  const words = retryCounts(done, succeeded, failed, waiting)
  return (
    <Paper withBorder className={classes.retry}>
      <div className={classes.retryWords}>
        <Text fw={550} size="sm">
          {title}
        </Text>
        <Text size="sm" role="status">
          {words}
          {stopped !== null && ` ${retryStopped(causeWords(stopped).title)}`}
        </Text>
        <div
          role="progressbar"
          aria-label={title}
          aria-valuemin={0}
          aria-valuemax={total}
          aria-valuenow={done}
          aria-valuetext={words}
        >
          <Progress.Root size="sm" aria-hidden>
            <Progress.Section value={share(succeeded, total)} color="green" withAria={false} />
            <Progress.Section value={share(failed, total)} color="red" withAria={false} />
          </Progress.Root>
        </div>
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={TOUCH_TARGET_PX}
        aria-label={close}
        onClick={onClose}
      >
        <IconX size={18} aria-hidden />
      </ActionIcon>
    </Paper>
  )
}

const PERCENT = 100

function share(part: number, of: number): number {
  return of === 0 ? 0 : (part / of) * PERCENT
}
