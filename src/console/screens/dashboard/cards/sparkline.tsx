/** The last 14 days of a card's records: a small course, and what it shows in words. */
import { sparklineTexts } from '#contract/texts/sparkline-texts.ts'
import type { OutcomeDay } from '#console/rows/outcome-days.ts'
import { sparklinePoints } from '#console/screens/dashboard/cards/sparkline-points.ts'
import classes from '#console/screens/dashboard/cards/dashboard-card.module.css'

const WIDTH_PX = 72
const HEIGHT_PX = 28

interface SparklineProps {
  readonly days: readonly OutcomeDay[]
}

/** For sight only: the words beside it and the tables below say the same. */
export function Sparkline({ days }: SparklineProps) {
  const points = sparklinePoints(days.map(recordsOf), WIDTH_PX, HEIGHT_PX)
  return (
    <svg aria-hidden className={classes.course} width={WIDTH_PX} height={HEIGHT_PX}>
      <polyline points={points} />
    </svg>
  )
}

/** '12 today, 15 failed in 14 days'. */
export function SparklineInWords({ days }: SparklineProps) {
  const today = days.at(-1)
  const failed = days.reduce((sum, day) => sum + day.failed, 0)
  return (
    <>
      {sparklineTexts.today(today ? recordsOf(today) : 0)}
      {failed > 0 && (
        <>
          {', '}
          <span className={classes.refused}>{sparklineTexts.failed(failed)}</span>
        </>
      )}
    </>
  )
}

function recordsOf({ succeeded, failed, none }: OutcomeDay): number {
  return succeeded + failed + none
}
