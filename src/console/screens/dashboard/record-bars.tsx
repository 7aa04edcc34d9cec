/** Two weeks of one kind of records as bars; each part of a bar links to its records. */
import { useLayoutEffect, useRef } from 'react'
import { Box } from '@mantine/core'
import { BarChart } from '@mantine/charts'
import { Link } from '@tanstack/react-router'
import type { BarShapeProps } from 'recharts'
import type { ErpOutcome } from '#contract/records/erp-response.ts'
import type { OutcomeDay } from '#console/rows/outcome-days.ts'
import type { ListPath } from '#console/screens/lists.ts'
import { touchTargets } from '#console/screens/dashboard/touch-targets.ts'
import { OUTCOME_FILLS } from '#console/screens/dashboard/outcome-patterns.tsx'
import { OUTCOMES, recordsOf } from '#console/screens/dashboard/chart-links.ts'
import { dayInWords, shortDayInWords } from '#console/rows/days.ts'
import { TOUCH_TARGET_PX } from '#console/theme.ts'
import { outcomeWord } from '#console/ui/outcome.tsx'
import '@mantine/charts/styles.layer.css'
import classes from '#console/screens/dashboard/record-charts.module.css'

interface RecordBarsProps {
  readonly path: ListPath
  readonly days: readonly OutcomeDay[]
}

const HEIGHT_PX = 180
const AXIS_WIDTH_PX = 36
const MARGIN_PX = 8

/** Plain colours for the symbols in the tooltip, which are too small for a pattern. */
const COLOURS: Record<ErpOutcome, string> = {
  succeeded: 'var(--succeeded-color)',
  failed: 'var(--failed-color)',
  none: 'var(--unanswered-color)',
}

/** For sight and touch; the table with the same numbers serves everyone else. */
export function RecordBars({ path, days }: RecordBarsProps) {
  const frame = useRef<HTMLDivElement>(null)
  // If the bars are wider than their frame, scrolls to the last days.
  useLayoutEffect(() => {
    if (frame.current) frame.current.scrollLeft = frame.current.scrollWidth
  }, [])
  const part = (outcome: ErpOutcome) => (bar: BarShapeProps) => (
    <BarPart bar={bar} days={days} outcome={outcome} path={path} />
  )
  return (
    <Box
      ref={frame}
      aria-hidden
      className={classes.bars}
      __vars={{
        '--bars-for-fingers': `${String(days.length * TOUCH_TARGET_PX + AXIS_WIDTH_PX + MARGIN_PX)}px`,
      }}
    >
      <BarChart
        className={classes.chart}
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
        barChartProps={{ margin: { top: MARGIN_PX, right: MARGIN_PX } }}
        xAxisProps={{ tickFormatter: shortDayInWords }}
        yAxisProps={{ allowDecimals: false, width: AXIS_WIDTH_PX }}
        tooltipProps={{
          labelFormatter: (day) => (typeof day === 'string' ? dayInWords(day) : day),
        }}
      />
    </Box>
  )
}

interface BarPartProps extends RecordBarsProps {
  readonly bar: BarShapeProps
  readonly outcome: ErpOutcome
}

/** The visible part, and its larger touch zone. */
function BarPart({ bar, days, outcome, path }: BarPartProps) {
  const { x, y, width, height, parentViewBox: plot } = bar
  const day = days[bar.index]
  if (!day || height <= 0) return null
  const present = OUTCOMES.filter((each) => day[each] > 0)
  const heights = present.map((each) => (day[each] * height) / day[outcome])
  const zone = touchTargets(heights, plot.height)[present.indexOf(outcome)]
  const band = plot.width / days.length
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
      {zone && (
        <rect
          x={x + (width - band) / 2}
          y={plot.y + plot.height - zone.to}
          width={band}
          height={zone.to - zone.from}
          className={classes.zone}
        />
      )}
    </Link>
  )
}
