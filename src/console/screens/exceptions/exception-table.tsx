/** The columns over exceptions. */
import { fieldTitles } from '#contract/texts/field-titles.ts'
import { exceptionScreenTexts } from '#contract/texts/own/exception-screen-texts.ts'
import { exceptionTexts } from '#contract/texts/exception-texts.ts'
import type { StatedException } from '#console/data/exceptions/group-cases.ts'
import type { ShownState } from '#console/rows/exceptions/case-state.ts'
import { causeName } from '#console/rows/exceptions/names.ts'
import { formatDateTime } from '#console/rows/formats.ts'
import type { StatusTone } from '#console/rows/status-tone.ts'
import { type ExceptionRow, rowsOf, stateWord } from '#console/screens/exceptions/exception-rows.ts'
import { type Column, columnKit } from '#console/table/columns/column-kit.tsx'
import { keyBy, shaped, type ShapedTable } from '#console/table/shaped-table.ts'
import { StatusPill } from '#console/ui/status/status-pill.tsx'

const TONES = {
  new: 'failed',
  acknowledged: 'attention',
  snoozed: 'none',
  resolved: 'succeeded',
} as const satisfies Record<ShownState, StatusTone>

/** The table over exceptions. @param hasCases whether the server keeps states */
export function exceptionTable(stated: readonly StatedException[], hasCases: boolean): ShapedTable {
  return shaped(rowsOf(stated), hasCases ? [...KNOWN, ...DECIDED] : KNOWN, keyOf)
}

const keyOf = keyBy(['key'])

const c = columnKit<ExceptionRow>()

const KNOWN: readonly Column<ExceptionRow>[] = [
  c.custom({ id: 'record', title: fieldTitles.record, value: ({ name }) => name }),
  c.custom({
    id: 'reason',
    title: fieldTitles.reason,
    value: ({ reason }) => reason,
    isSentence: true,
  }),
  c.custom({ id: 'item', title: fieldTitles.item, value: ({ item }) => item }),
  c.quantity('quantity', fieldTitles.quantity),
  c.custom({ id: 'bin', title: fieldTitles.bin, value: ({ bin }) => bin }),
  c.custom({ id: 'person', title: exceptionScreenTexts.person, value: ({ person }) => person }),
  c.custom({
    id: 'at',
    title: fieldTitles.when,
    kind: 'date',
    value: ({ stated }) => stated.record.at,
    text: ({ stated: { record } }) =>
      formatDateTime(record.at === null ? null : new Date(record.at).toISOString()),
  }),
  c.custom({ id: 'kind', title: exceptionScreenTexts.kind, value: ({ kind }) => kind }),
  c.custom({
    id: 'what',
    title: fieldTitles.what,
    value: ({ stated }) => exceptionTexts.kinds[stated.record.kind],
  }),
  c.custom({
    id: 'cause',
    title: exceptionScreenTexts.cause,
    value: ({ stated }) => causeName(stated.record.cause),
  }),
]

const DECIDED: readonly Column<ExceptionRow>[] = [
  c.quantity('attempts', exceptionScreenTexts.attempts),
  c.custom({
    id: 'state',
    title: fieldTitles.state,
    value: ({ stated }) => stateWord(stated.state),
    cell: ({ stated }) => (
      <StatusPill tone={TONES[stated.state]}>{stateWord(stated.state)}</StatusPill>
    ),
  }),
  c.custom({
    id: 'assignee',
    title: exceptionScreenTexts.assignee,
    value: ({ assignee }) => assignee,
  }),
]

/** What people look for first. With the quantity, the reason would be too narrow beside the causes. */
export const LEADING = ['record', 'reason', 'item']
