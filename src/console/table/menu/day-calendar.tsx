/** A calendar for a range of days; loaded when it is opened. */
import { DatePicker } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'

interface Days {
  readonly from: string | null
  readonly to: string | null
}

interface DayCalendarProps {
  readonly days: Days
  readonly onDays: (days: Days) => void
}

export function DayCalendar({ days: { from, to }, onDays }: DayCalendarProps) {
  return (
    <DatePicker
      type="range"
      allowSingleDateInRange
      fullWidth
      value={[from, to]}
      {...(from !== null && { defaultDate: from })}
      onChange={([first, last]) => onDays({ from: first, to: last })}
    />
  )
}
