/** Two weeks of one kind of records as bars; each part of a bar leads to its records. */
import { BarChart } from '@mantine/charts'
import { Link } from '@tanstack/react-router'
import type { BarShapeProps } from 'recharts'
import type { ErpOutcome } from '#contract/records/erp-response.ts'
import type { OutcomeDay } from '#console/rows/outcome-days.ts'
import type { ListPath } from '#console/screens/lists.ts'
import { OUTCOME_FILLS } from '#console/screens/outcome-patterns.tsx'
import { dayInWords, OUTCOMES, recordsOf } from '#console/screens/picture-links.ts'
import { outcomeWord } from '#console/ui/outcome.tsx'
import '@mantine/charts/styles.layer.css'
import classes from '#console/screens/record-pictures.module.css'

interface RecordBarsProps {
  readonly path: ListPath
  readonly days: readonly OutcomeDay[]
}

const HEIGHT_PX = 180
const AXIS_WIDTH_PX = 36

/** Plain colours for the signs of the bubble over a bar, which are too small for a pattern. */
const COLOURS: Record<ErpOutcome, string> = {
  succeeded: 'var(--succeeded-color)',
  failed: 'var(--failed-color)',
  none: 'var(--unanswered-color)',
}

/** For the eye and the finger; the table that stands for it is for everybody. */
export function RecordBars({ path, days }: RecordBarsProps) {
  const part = (outcome: ErpOutcome) => (bar: BarShapeProps) => (
    <BarPart bar={bar} day={days[bar.index]} outcome={outcome} path={path} />
  )
  return (
    <div aria-hidden className={classes.bars}>
      <BarChart
        h={HEIGHT_PX}
        type="stacked"
        data={days.map((day) => ({ ...day }))}
        dataKey="day"
        series={OUTCOMES.map((outcome) => ({
          name: outcome,
          label: outcomeWord(outcome),
          color: COLOURS[outcome],
        }))}
        barProps={({ name }) => {
          const outcome = OUTCOMES.find((each) => each === name)
          return outcome ? { shape: part(outcome) } : {}
        }}
        accessibilityLayer={false}
        barChartProps={{ margin: { top: 8, right: 8 } }}
        xAxisProps={{ tickFormatter: (day: string) => dayInWords(day).slice(0, 'DD-MM'.length) }}
        yAxisProps={{ allowDecimals: false, width: AXIS_WIDTH_PX }}
        tooltipProps={{
          labelFormatter: (day) => (typeof day === 'string' ? dayInWords(day) : day),
        }}
      />
    </div>
  )
}

interface BarPartProps extends Pick<RecordBarsProps, 'path'> {
  readonly bar: BarShapeProps
  readonly day: OutcomeDay | undefined
  readonly outcome: ErpOutcome
}

function BarPart({ bar, day, outcome, path }: BarPartProps) {
  const { x, y, width, height } = bar
  if (!day || height <= 0) return null
  return (
    <Link to={path} search={recordsOf(outcome, day.day)} tabIndex={-1}>
      <rect
        x={x}
        y={y}
        width={width}
        height={height}
        data-outcome={outcome}
        className={classes.bar}
        fill={OUTCOME_FILLS[outcome]}
      />
    </Link>
  )
}
