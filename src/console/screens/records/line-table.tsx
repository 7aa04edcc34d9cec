/** The items of a record: what was counted or moved, what was expected, and the difference. */
import { Table } from '@mantine/core'
import { fieldTitles } from '#contract/texts/field-titles.ts'
import { recordPageTexts } from '#contract/texts/own/record-page-texts.ts'
import { EMPTY_CELL, formatQuantity, formatText, groupDigits } from '#console/rows/formats.ts'
import { type RecordLine, sourceOf, targetOf } from '#console/rows/lines/record-line.ts'
import { SidewaysFrame } from '#console/ui/sideways/sideways-frame.tsx'
import { NoBreakText } from '#console/ui/sideways/no-break-text.tsx'
import classes from '#console/screens/records/line-table.module.css'

/** What the quantity of a record means. */
export type Counting = 'counted' | 'change' | 'moved' | 'received'

interface LineTableProps {
  readonly lines: readonly RecordLine[]
  readonly counting: Counting
}

interface Shown {
  readonly title: string
  readonly text: (line: RecordLine) => string
  readonly isNumber?: true
  readonly tone?: (line: RecordLine) => string | undefined
}

export function LineTable({ lines, counting }: LineTableProps) {
  const shown = columnsOf(lines, counting)
  return (
    <SidewaysFrame className={classes.frame} label={recordPageTexts.items}>
      <Table className={classes.table} aria-label={recordPageTexts.items}>
        <Table.Thead>
          <Table.Tr>
            {shown.map(({ title, isNumber }) => (
              <Table.Th key={title} data-number={isNumber}>
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map((line, nth) => (
            <Table.Tr key={`${line.item ?? ''} ${String(nth)}`}>
              {shown.map(({ title, text, isNumber, tone }) => (
                <Table.Td key={title} data-number={isNumber} data-tone={tone?.(line)}>
                  <NoBreakText text={text(line)} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </SidewaysFrame>
  )
}

/** Only what some line knows. */
function columnsOf(lines: readonly RecordLine[], counting: Counting): readonly Shown[] {
  const knows = (field: keyof RecordLine): boolean => lines.some((line) => line[field] !== null)
  const isMoved = counting === 'moved' && lines.some((line) => targetOf(line) !== null)
  const columns: readonly (Shown | false)[] = [
    { title: fieldTitles.item, text: ({ item }) => formatText(item) },
    lines.some((line) => sourceOf(line) !== null) && {
      title: isMoved ? recordPageTexts.fromBin : fieldTitles.bin,
      text: (line) => formatText(sourceOf(line)),
    },
    isMoved && { title: recordPageTexts.toBin, text: (line) => formatText(targetOf(line)) },
    amount(recordPageTexts[counting], ({ quantity }) => quantity),
    knows('expected') && amount(recordPageTexts.expected, ({ expected }) => expected),
    knows('difference') && {
      title: fieldTitles.difference,
      isNumber: true,
      text: ({ difference }) => signed(difference),
      tone: ({ difference }) => (difference === null || difference === 0 ? undefined : 'attention'),
    },
  ]
  return columns.filter((column) => column !== false)
}

function amount(title: string, read: (line: RecordLine) => number | null): Shown {
  return { title, isNumber: true, text: (line) => groupDigits(formatQuantity(read(line))) }
}

/** A difference shows its sign, so that too much and too little are told apart without colour. */
function signed(difference: number | null): string {
  if (difference === null) return EMPTY_CELL
  const text = groupDigits(formatQuantity(difference))
  return difference > 0 ? `+${text}` : text
}
