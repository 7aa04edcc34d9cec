/** The last 14 days of a card's records: a small course, and what it shows in words. */
import { courseTexts } from '#contract/texts/course-texts.ts'
import type { OutcomeDay } from '#console/rows/outcome-days.ts'
import { coursePoints } from '#console/screens/dashboard/cards/course-points.ts'
import classes from '#console/screens/dashboard/cards/dashboard-card.module.css'

const WIDTH_PX = 72
const HEIGHT_PX = 28

interface CourseProps {
  readonly days: readonly OutcomeDay[]
}

/** For sight only: the words beside it and the tables below say the same. */
export function Course({ days }: CourseProps) {
  const points = coursePoints(days.map(recordsOf), WIDTH_PX, HEIGHT_PX)
  return (
    <svg aria-hidden className={classes.course} width={WIDTH_PX} height={HEIGHT_PX}>
      <polyline points={points} />
    </svg>
  )
}

/** '12 today, 15 failed in 14 days'. */
export function CourseInWords({ days }: CourseProps) {
  const today = days.at(-1)
  const failed = days.reduce((sum, day) => sum + day.failed, 0)
  return (
    <>
      {courseTexts.today(today ? recordsOf(today) : 0)}
      {failed > 0 && (
        <>
          {', '}
          <span className={classes.refused}>{courseTexts.failed(failed)}</span>
        </>
      )}
    </>
  )
}

function recordsOf({ succeeded, failed, none }: OutcomeDay): number {
  return succeeded + failed + none
}
