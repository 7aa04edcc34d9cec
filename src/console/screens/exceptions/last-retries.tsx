/** The last ten retries: who, when, how many, and how they ended. */
import { Text } from '@mantine/core'
import type { Retry } from '#contract/records/exceptions.ts'
import { exceptionScreenTexts } from '#contract/texts/own/exception-screen-texts.ts'
import { shortTime } from '#console/rows/exceptions/short-time.ts'
import { causeWords } from '#console/screens/exceptions/retry-rules.ts'
import classes from '#console/screens/exceptions/last-retries.module.css'

interface LastRetriesProps {
  /** The newest first. */
  readonly retries: readonly Retry[]
  readonly now: number
}

export function LastRetries({ retries, now }: LastRetriesProps) {
  const { lastRetries, retryBy, retryCounts, chosenRecords, retryStopped } = exceptionScreenTexts
  if (retries.length === 0) return null
  return (
    <details className={classes.box}>
      <summary className={classes.summary}>{lastRetries}</summary>
      <ol className={classes.list}>
        {retries.map(({ id, by, cause, started_at: at, stopped_because: stopped, ...counts }) => (
          <li key={id} className={classes.retry}>
            <Text size="sm" className={classes.words}>
              {retryBy(by, shortTime(Date.parse(at), now), counts.total)}
            </Text>
            <Text size="xs" c="dimmed" className={classes.words}>
              {cause === null
                ? chosenRecords
                : causeWords(cause, cause.replace(/^text:/, '')).title}
            </Text>
            <Text size="xs">
              {retryCounts(
                counts.succeeded + counts.failed,
                counts.succeeded,
                counts.failed,
                counts.waiting,
              )}
              {stopped !== null && ` ${retryStopped(causeWords(stopped).title)}`}
            </Text>
          </li>
        ))}
      </ol>
    </details>
  )
}
