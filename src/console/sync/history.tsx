/** Every sync of the last 30 days, and what went wrong, each message once. */
import { Text, Title } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { SyncProblem, SyncRun } from '#contract/sync/runs.ts'
import { syncTexts } from '#contract/texts/sync-texts.ts'
import { syncHistoryQuery } from '#console/data/collections/sync-runs.ts'
import { Refusals } from '#console/sync/refusals.tsx'
import { RunStateSign } from '#console/sync/run-state.tsx'
import { areaTitle, runInWords, whenInWords } from '#console/sync/run-words.ts'
import { EmptyState } from '#console/ui/status/empty-state.tsx'
import { ConnectedButton } from '#console/ui/buttons/connected-button.tsx'
import classes from '#console/sync/sync-centre.module.css'

export function SyncHistory() {
  const history = useInfiniteQuery(syncHistoryQuery())
  if (!history.data) return null
  const { pages } = history.data
  const runs = pages.flatMap((page) => page.runs)
  return (
    <>
      <Problems problems={pages[0]?.problems ?? []} />
      <Title order={2} size="h4" mt="md">
        {syncTexts.history}
      </Title>
      {runs.length === 0 && <EmptyState icon={IconHistory} text={syncTexts.noHistory} />}
      <ul className={classes.list}>
        {runs.map((run) => (
          <PastRun key={run.id} run={run} />
        ))}
      </ul>
      {history.hasNextPage && (
        <ConnectedButton
          label={syncTexts.older}
          busy={history.isFetchingNextPage}
          icon={<IconHistory size={18} aria-hidden />}
          onClick={() => void history.fetchNextPage()}
        />
      )}
    </>
  )
}

function PastRun({ run }: { readonly run: SyncRun }) {
  const { collection, ended_at, sentence, started_at } = run
  return (
    <li className={classes.run}>
      <div className={classes.line}>
        <Text size="sm" fw={650}>
          {areaTitle(collection)}
        </Text>
        <RunStateSign run={run} />
      </div>
      <Text size="sm">
        {whenInWords(ended_at ?? started_at)} {runInWords(run)}
      </Text>
      {sentence !== null && (
        <Text size="sm" className={isFailure(run) ? classes.failed : undefined}>
          {sentence}
        </Text>
      )}
      <Refusals run={run} />
    </li>
  )
}

/** What was read without a field, and what an admin cancelled, did not fail. */
function isFailure({ cancelled, state }: SyncRun): boolean {
  return cancelled !== true && state !== 'success'
}

function Problems({ problems }: { readonly problems: readonly SyncProblem[] }) {
  if (problems.length === 0) return null
  return (
    <>
      <Title order={2} size="h4" mt="md">
        {syncTexts.problems}
      </Title>
      <ul className={classes.list}>
        {problems.map(({ sentence, next_step, collections, times, last_at }) => (
          <li key={sentence} className={classes.run}>
            <Text size="sm" className={classes.failed}>
              {sentence}
            </Text>
            {next_step !== null && <Text size="sm">{next_step}</Text>}
            <Text size="sm" c="dimmed">
              {collections.map(areaTitle).join(', ')}: {syncTexts.times(times)},{' '}
              {syncTexts.lastAt(whenInWords(last_at))}
            </Text>
          </li>
        ))}
      </ul>
    </>
  )
}
