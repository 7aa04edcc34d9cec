/** The rows that a sync could not read, by reason. */
import { Text } from '@mantine/core'
import type { SyncRun } from '#contract/sync/runs.ts'
import { syncTexts } from '#contract/texts/sync-texts.ts'
import { refusalsByReason } from '#console/sync/run-words.ts'
import classes from '#console/sync/sync-centre.module.css'

interface RefusalsProps {
  readonly run: SyncRun
}

export function Refusals({ run }: RefusalsProps) {
  if (run.refused === 0) return null
  const unnamed = run.refused - run.refusals.length
  return (
    <details className={classes.refusals}>
      <summary>{syncTexts.refusedRows(run.refused)}</summary>
      <ul>
        {refusalsByReason(run).map(({ reason, rows }) => (
          <li key={reason}>
            <Text size="sm">
              {reason}: {rows.join(', ')}
            </Text>
          </li>
        ))}
        {unnamed > 0 && <li>{syncTexts.moreRefused(unnamed)}</li>}
      </ul>
    </details>
  )
}
