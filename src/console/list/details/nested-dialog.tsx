/** The content of a nested value as a table: one line per field, or per entry of a list. */
import { useMemo } from 'react'
import { Text } from '@mantine/core'
import { recordTexts } from '#contract/texts/record-texts.ts'
import { tableTexts } from '#contract/texts/table-texts.ts'
import { DetailDialog } from '#console/list/details/detail-dialog.tsx'
import { detailTable, type ShapedTable } from '#console/table/shaped-table.ts'
import type { NestedValue } from '#console/table/columns/nested-cell.tsx'
import { formatDateTime, titleOf } from '#console/rows/formats.ts'
import { entriesOf, leavesOf } from '#console/rows/loose/nested-values.ts'

interface NestedDialogProps {
  readonly nested: NestedValue
  /** The name of the record that the value belongs to. */
  readonly name: string
  /** When the rows were read from the ERP, in ms; null if unknown. */
  readonly asOf: () => number | null
  readonly onClose: () => void
}

export function NestedDialog({ nested, name, asOf, onClose }: NestedDialogProps) {
  const content = useMemo(() => tableOf(nested.value), [nested])
  const at = asOf()
  return (
    <DetailDialog
      page={{ title: nested.title, name, empty: recordTexts.noDetails, content }}
      age={
        at !== null && (
          <Text size="xs" c="dimmed">
            {tableTexts.aboutAsOf(formatDateTime(new Date(at).toISOString()))}
          </Text>
        )
      }
      asOf={asOf}
      onClose={onClose}
    />
  )
}

function tableOf(value: object): ShapedTable {
  const entries = entriesOf(value)
  if (entries) return detailTable(entries, (c, rows) => c.rest(rows, []))
  return detailTable(leavesOf(value), (c) => [
    c.custom({ id: 'field', title: tableTexts.field, value: ({ field }) => titleOf(field) }),
    c.text('value', tableTexts.value),
  ])
}
