/** The head of a record's page: what the ERP said, what can be done about it, and the items. */
import { createContext, use, type ReactNode } from 'react'
import { Text } from '@mantine/core'
import { serverNow } from '#console/data/api/server-clock.ts'
import type { RecordLine } from '#console/rows/lines/record-line.ts'
import type { FloorRecord } from '#console/rows/reports.ts'
import { type Counting, LineTable } from '#console/screens/records/line-table.tsx'
import { recordedOf, sentenceOf } from '#console/screens/records/record-sentence.ts'
import { TONES } from '#console/ui/status/status-pill.tsx'
import classes from '#console/screens/records/record-lead.module.css'

/** What the dialog around has to say and to do about the ERP's answer. */
export const AfterAnswer = createContext<ReactNode>(null)

interface RecordLeadProps {
  readonly record: FloorRecord
  readonly lines: readonly RecordLine[]
  readonly counting: Counting
  /** What can be done about a refusal. */
  readonly action?: ReactNode
}

export function RecordLead({ record, lines, counting, action }: RecordLeadProps) {
  const now = serverNow()
  const { Icon } = TONES[record.outcome]
  const after = use(AfterAnswer)
  return (
    <>
      <div className={classes.said} data-outcome={record.outcome}>
        <Icon size={20} aria-hidden className={classes.icon} />
        <div className={classes.words}>
          <Text fw={550}>{sentenceOf(record, now)}</Text>
          <Text size="sm">{recordedOf(record, now)}</Text>
        </div>
        {action}
      </div>
      {after}
      {lines.length > 0 && <LineTable lines={lines} counting={counting} />}
    </>
  )
}
