/** The days of a filter: the last or the next ones by one tap, typed ones, or picked in a calendar. */
import { Suspense, useState } from 'react'
import { Button, Group, TextInput } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { tableTexts } from '#contract/texts/table-texts.ts'
import type { ColumnFilter } from '#contract/views/list-search.ts'
import { dateFormat } from '#console/rows/date-format.ts'
import { serverNow } from '#console/data/api/server-clock.ts'
import { dayAfter, dayIn, dayInWords, dayOf } from '#console/rows/days.ts'
import classes from '#console/table/menu/column-menu.module.css'
import { ToolbarButton } from '#console/table/columns/toolbar-button.tsx'
import { lazyPart } from '#console/ui/lazy/lazy-part.tsx'
import { SectionFallback } from '#console/ui/lazy/missing-part.tsx'

const DayCalendar = lazyPart(
  () => import('#console/table/menu/day-calendar.tsx').then((m) => m.DayCalendar),
  SectionFallback,
)

interface DayRangeProps {
  /** Whether the days of the column are those of something that is still to come. */
  readonly isFutureDate?: boolean
  readonly filter: ColumnFilter
  readonly onFilter: (filter: ColumnFilter) => void
}

type Days = Readonly<Record<'from' | 'to', string | null>>

export function DayRange({ isFutureDate = false, filter, onFilter }: DayRangeProps) {
  const chosen: Days = { from: dayAt(filter.from), to: dayAt(filter.to) }
  const [typed, setTyped] = useState(() => wordsOf(chosen))
  const [known, setKnown] = useState(chosen)
  // The filter may change without typing: it is cleared, or going back brings another one.
  if (chosen.from !== known.from || chosen.to !== known.to) {
    setKnown(chosen)
    const isTyped = dayIn(typed.from) === chosen.from && dayIn(typed.to) === chosen.to
    if (!isTyped) setTyped(wordsOf(chosen))
  }
  const [hasCalendar, setCalendar] = useState(false)
  const choose = ({ from, to }: Days): void => {
    const { from: _, to: __, ...others } = filter
    onFilter({ ...others, ...(from !== null && { from }), ...(to !== null && { to }) })
  }
  const take = (days: Days): void => {
    setTyped(wordsOf(days))
    choose(days)
  }
  const input = (end: keyof Days, label: string) => (
    <TextInput
      label={label}
      placeholder={tableTexts.dayForms[dateFormat().order]}
      inputMode="numeric"
      value={typed[end]}
      error={typed[end] !== '' && dayIn(typed[end]) === null}
      onChange={({ currentTarget: { value } }) => {
        setTyped({ ...typed, [end]: value })
        choose({ ...chosen, [end]: dayIn(value) })
      }}
    />
  )
  return (
    <>
      <Group gap={4} grow preventGrowOverflow={false}>
        {daysAtATap(dayOf(serverNow()), isFutureDate).map(({ label, ...days }) => {
          const isChosen = days.from === chosen.from && days.to === chosen.to
          return (
            <Button
              key={label}
              size="sm"
              px={6}
              variant={isChosen ? 'light' : 'default'}
              aria-pressed={isChosen}
              className={classes.action}
              onClick={() => take(days)}
            >
              {label}
            </Button>
          )
        })}
      </Group>
      <Group gap="xs" grow preventGrowOverflow={false} align="end" wrap="nowrap">
        {input('from', tableTexts.rangeFrom)}
        {input('to', tableTexts.rangeTo)}
        <ToolbarButton
          label={tableTexts.calendar}
          aria-expanded={hasCalendar}
          className={classes.calendar}
          onClick={() => setCalendar(!hasCalendar)}
        >
          <IconCalendar size={20} aria-hidden />
        </ToolbarButton>
      </Group>
      {hasCalendar && (
        <Suspense>
          <DayCalendar days={chosen} onDays={take} />
        </Suspense>
      )}
    </>
  )
}

const DAYS_OF_A_WEEK = 7

function daysAtATap(today: string, isFutureDate: boolean) {
  const [yesterday, tomorrow] = [dayAfter(today, -1), dayAfter(today, 1)]
  const next = {
    label: tableTexts.nextDays(DAYS_OF_A_WEEK),
    from: today,
    to: dayAfter(today, DAYS_OF_A_WEEK - 1),
  }
  return [
    { label: tableTexts.today, from: today, to: today },
    ...(isFutureDate ? [{ label: tableTexts.tomorrow, from: tomorrow, to: tomorrow }, next] : []),
    { label: tableTexts.yesterday, from: yesterday, to: yesterday },
    {
      label: tableTexts.lastDays(DAYS_OF_A_WEEK),
      from: dayAfter(today, 1 - DAYS_OF_A_WEEK),
      to: today,
    },
  ]
}

function dayAt(end: ColumnFilter['from']): string | null {
  return typeof end === 'string' ? end : null
}

function wordsOf({ from, to }: Days): Record<'from' | 'to', string> {
  return { from: from === null ? '' : dayInWords(from), to: to === null ? '' : dayInWords(to) }
}
