/** The progress of a pull: pages, rows, refused rows, remaining time. */
import { useState } from 'react'
import { Progress, Text } from '@mantine/core'
import type { SyncRun } from '#contract/sync/runs.ts'
import { syncTexts } from '#contract/texts/sync-texts.ts'
import { durationInWords, remainingMs } from '#console/sync/pace.ts'
import { areaTitle } from '#console/sync/run-words.ts'

interface AreaProgressProps {
  readonly run: SyncRun
  readonly expectedRows: number | null
  /** When this state was received, in ms by the device's clock. */
  readonly at: number
}

export function AreaProgress({ run, expectedRows, at }: AreaProgressProps) {
  const { collection, pages, refused, rows, state } = run
  const [first] = useState({ rows, at })
  if (state === 'waiting') return <Text size="sm">{syncTexts.waiting}</Text>
  const left = remainingMs(first, { rows, at }, expectedRows)
  const isRead = expectedRows !== null && expectedRows > 0 && rows >= expectedRows
  const words = [
    syncTexts.pages(pages),
    expectedRows === null ? syncTexts.rows(rows) : syncTexts.rowsOfAbout(rows, expectedRows),
    ...(run.only_changes ? [syncTexts.onlyChanges] : []),
    ...(refused > 0 ? [syncTexts.refusedSoFar(refused)] : []),
    ...(left === null ? [] : [syncTexts.timeLeft(durationInWords(left))]),
    ...(isRead ? [syncTexts.writing] : []),
  ]
  const share = expectedRows ? Math.min(100, (rows / expectedRows) * 100) : 100
  return (
    <>
      <Progress
        value={share}
        animated
        size="sm"
        my={4}
        aria-label={syncTexts.progress(areaTitle(collection))}
      />
      <Text size="sm">{words.join(', ')}</Text>
    </>
  )
}
