/** The filters of a column, by its kind: a text, a range, days, occurring values, emptiness. */
import { memo, useState } from 'react'
import { Button, Group, SegmentedControl, Text, TextInput } from '@mantine/core'
import { listTexts } from '#contract/texts/list-texts.ts'
import { tableTexts } from '#contract/texts/table-texts.ts'
import type { ColumnFilter } from '#contract/views/list-search.ts'
import type { Facets } from '#console/data/engine/types.ts'
import { isActiveFilter } from '#console/data/engine/filters.ts'
import type { Column } from '#console/table/columns/column-kit.tsx'
import { isFutureDate } from '#console/table/menu/future-dates.ts'
import { DayRange } from '#console/table/menu/day-range.tsx'
import { useStableCallback } from '#console/table/columns/use-stable-callback.ts'
import { isTouchScreen } from '#console/ui/forms/touch-screen.ts'
import classes from '#console/table/menu/column-menu.module.css'

interface FilterFormProps {
  readonly column: Column<object>
  readonly filter: ColumnFilter
  /** The values that occur under the other filters. */
  readonly facets: (containing: string) => Facets
  readonly onFilter: (filter: ColumnFilter | null) => void
}

export function FilterForm({ column, filter, facets, onFilter }: FilterFormProps) {
  const { title, kind } = column
  const found = facets(filter.text ?? '')
  const change = (part: ColumnFilter): void => onFilter({ ...filter, ...part })
  const ask = useStableCallback((empty: boolean | undefined) => {
    const { empty: _, ...others } = filter
    onFilter(empty === undefined ? others : { ...others, empty })
  })
  return (
    <>
      <TextInput
        // By finger the menu opens without a keyboard, which would cover half of it.
        {...(!isTouchScreen() && { 'data-autofocus': true })}
        aria-label={`${listTexts.filter} ${title}`}
        placeholder={listTexts.filter}
        value={filter.text ?? ''}
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
      {kind === 'quantity' && <NumberRange filter={filter} onFilter={onFilter} />}
      {kind === 'date' && (
        <DayRange isFutureDate={isFutureDate(column.id)} filter={filter} onFilter={onFilter} />
      )}
      {(kind === 'text' || kind === 'yes-no') && (
        <Values
          title={title}
          found={found}
          chosen={filter.values ?? []}
          onChosen={(values) => change({ values })}
        />
      )}
      <Emptiness
        title={title}
        asked={filter.empty}
        empty={found.empty}
        filled={found.filled}
        onAsked={ask}
      />
      {isActiveFilter(filter) && (
        <Button
          size="sm"
          variant="default"
          className={classes.action}
          onClick={({ currentTarget }) => {
            // This button is about to go. The focus returns to where it was when the menu opened.
            const menu = currentTarget.closest('[role="dialog"]')
            menu?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
            onFilter(null)
          }}
        >
          {tableTexts.clearFilter}
        </Button>
      )}
    </>
  )
}

interface EmptinessProps extends Pick<Facets, 'empty' | 'filled'> {
  readonly title: string
  readonly asked: boolean | undefined
  readonly onAsked: (empty: boolean | undefined) => void
}

/** Rendered again only when its numbers change, which typing in this filter does not do. */
const Emptiness = memo(function Emptiness(props: EmptinessProps) {
  const { title, asked, empty, filled, onAsked } = props
  return (
    <SegmentedControl
      size="xs"
      aria-label={tableTexts.emptyCellsOf(title)}
      value={asked === undefined ? 'all' : asked ? 'empty' : 'filled'}
      data={[
        { value: 'all', label: tableTexts.anyCells },
        { value: 'empty', label: tableTexts.emptyCells(empty) },
        { value: 'filled', label: tableTexts.filledCells(filled) },
      ]}
      onChange={(value) => onAsked(value === 'all' ? undefined : value === 'empty')}
    />
  )
})

interface NumberRangeProps {
  readonly filter: ColumnFilter
  readonly onFilter: (filter: ColumnFilter) => void
}

function NumberRange({ filter, onFilter }: NumberRangeProps) {
  const [typed, setTyped] = useState(() => numbersOf(filter))
  const [known, setKnown] = useState(filter)
  const isTyped = (end: 'from' | 'to'): boolean => readNumber(typed[end]) === (filter[end] ?? null)
  // The filter may change without typing: it is cleared, or going back brings another one.
  if (filter.from !== known.from || filter.to !== known.to) {
    setKnown(filter)
    if (!isTyped('from') || !isTyped('to')) setTyped(numbersOf(filter))
  }
  const change = (end: 'from' | 'to', text: string): void => {
    setTyped({ ...typed, [end]: text })
    const { [end]: _, ...others } = filter
    const value = readNumber(text)
    onFilter(value === null ? others : { ...others, [end]: value })
  }
  const input = (end: 'from' | 'to', label: string) => (
    <TextInput
      type="number"
      label={label}
      inputMode="decimal"
      step="any"
      value={typed[end]}
      onChange={(event) => change(end, event.currentTarget.value)}
    />
  )
  return (
    <Group gap="xs" grow>
      {input('from', tableTexts.rangeFrom)}
      {input('to', tableTexts.rangeTo)}
    </Group>
  )
}

interface ValuesProps {
  readonly title: string
  readonly found: Facets
  readonly chosen: readonly string[]
  readonly onChosen: (values: readonly string[]) => void
}

function Values({ title, found, chosen, onChosen }: ValuesProps) {
  const listed = found.values.map(({ text }) => text)
  const counts = new Map(found.values.map(({ text, count }) => [text, count]))
  // A chosen value stays listed, so that it can be deselected even if the other filters leave no
  // row with it.
  const texts = [...chosen.filter((text) => !listed.includes(text)), ...listed]
  const more = found.distinct - found.values.length
  return (
    <fieldset className={classes.values} aria-label={tableTexts.valuesOf(title)}>
      {texts.map((text, nth) => (
        // Each key lists other values; updating existing elements is cheaper than creating new
        // ones.
        <label key={nth} className={classes.value}>
          <input
            type="checkbox"
            checked={chosen.includes(text)}
            onChange={({ currentTarget: { checked } }) =>
              onChosen(checked ? [...chosen, text] : chosen.filter((each) => each !== text))
            }
          />
          <span className={classes.text}>{text}</span>{' '}
          <span className={classes.count}>{counts.get(text) ?? 0}</span>
        </label>
      ))}
      {more > 0 && (
        <Text size="xs" c="dimmed">
          {tableTexts.moreValues(more)}
        </Text>
      )}
    </fieldset>
  )
}

function numbersOf({ from = '', to = '' }: ColumnFilter): Record<'from' | 'to', string> {
  return { from: String(from), to: String(to) }
}

function readNumber(typed: string): number | null {
  const number = Number(typed)
  return typed.trim() === '' || !Number.isFinite(number) ? null : number
}
