/** Two weeks of one kind of records in numbers; each links to its records. */
import { Link } from '@tanstack/react-router'
import { dashboardTexts } from '#contract/texts/dashboard-texts.ts'
import type { OutcomeDay } from '#console/rows/outcome-days.ts'
import type { ListPath } from '#console/screens/lists.ts'
import { dayInWords } from '#console/rows/days.ts'
import { OUTCOMES, recordsOf } from '#console/screens/dashboard/chart-links.ts'
import { outcomeWord } from '#console/ui/outcome.tsx'
import classes from '#console/screens/dashboard/record-charts.module.css'

interface RecordDaysProps {
  readonly path: ListPath
  /** The id of the element that labels the table. */
  readonly labelledBy: string
  readonly days: readonly OutcomeDay[]
}

export function RecordDays({ path, labelledBy, days }: RecordDaysProps) {
  return (
    <table className={classes.days} aria-labelledby={labelledBy}>
      <thead>
        <tr>
          <th scope="col">{dashboardTexts.day}</th>
          {OUTCOMES.map((outcome) => (
            <th key={outcome} scope="col">
              {outcomeWord(outcome)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map((counted) => (
          <tr key={counted.day}>
            <th scope="row">{dayInWords(counted.day)}</th>
            {OUTCOMES.map((outcome) => (
              <td key={outcome}>
                {counted[outcome] === 0 ? (
                  0
                ) : (
                  <Link to={path} search={recordsOf(outcome, counted.day)}>
                    {counted[outcome]}
                  </Link>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
