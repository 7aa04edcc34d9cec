/**
 * Rows as cards, where a table would have room for two columns: each with its name, its content,
 * and the rest on demand.
 */
import { memo, useState } from 'react'
import clsx from 'clsx'
import { Button } from '@mantine/core'
import { tableTexts } from '#contract/texts/table-texts.ts'
import type { Column } from '#console/table/columns/column-kit.tsx'
import { EMPTY_CELL } from '#console/rows/formats.ts'
import { useRowGestures } from '#console/table/rows/row-gestures.ts'
import {
  cellOf,
  RowCheck,
  highlightedText,
  type RowsProps,
} from '#console/table/rows/table-body.tsx'
import classes from '#console/table/rows/table-cards.module.css'

interface TableCardsProps extends RowsProps {
  readonly name: string
}

export const TableCards = memo(function TableCards(props: TableCardsProps) {
  const { name, rows, selected, openKey, opens, commands } = props
  const gestures = useRowGestures(rows, opens, commands)
  return (
    <ul className={classes.cards} aria-label={name} {...gestures}>
      {rows.map(({ row, key }, nth) => (
        <RowCard
          key={`${key} ${String(nth)}`}
          {...props}
          row={row}
          id={key}
          isSelected={selected.has(key)}
          isOpen={openKey === key}
        />
      ))}
    </ul>
  )
})

interface RowCardProps extends RowsProps {
  readonly row: object
  readonly id: string
  readonly isSelected: boolean
  readonly isOpen: boolean
}

const FACTS_SHOWN = 6

function RowCard(props: RowCardProps) {
  const { row, id, columns, wanted, isSelected, isOpen, opens, commands } = props
  const [isWhole, setWhole] = useState(false)
  const [first, ...others] = columns
  if (!first) return null
  const filled = others.filter((column) => column.text(row) !== EMPTY_CELL)
  const facts = isWhole ? others : filled.slice(0, FACTS_SHOWN)
  return (
    <li
      data-key={id}
      className={clsx(classes.card, isOpen && classes.open, isSelected && classes.chosen)}
    >
      <div className={classes.name}>
        <RowCheck row={row} name={id} first={first} isSelected={isSelected} commands={commands} />
        {opens && !first.isControl ? (
          <button type="button" className={classes.opener} aria-haspopup="dialog">
            {highlightedText(row, first, wanted)}
          </button>
        ) : (
          <span className={classes.words}>{cellOf(row, first, wanted)}</span>
        )}
      </div>
      <dl className={classes.facts}>
        {facts.map((column: Column<object>) => (
          <div key={column.id} className={classes.fact}>
            <dt>{column.title}</dt>
            <dd className={isWhole ? undefined : classes.short}>{cellOf(row, column, wanted)}</dd>
          </div>
        ))}
      </dl>
      {others.length > Math.min(filled.length, FACTS_SHOWN) && (
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          className={classes.more}
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? tableTexts.less : tableTexts.more}
        </Button>
      )}
    </li>
  )
}
