/** The fills of outcomes: colour and pattern, readable in both schemes and for the colour-blind. */
import type { ErpOutcome } from '#contract/records/erp-response.ts'
import { outcomeWord } from '#console/ui/outcome.tsx'
import { OUTCOMES } from '#console/screens/dashboard/chart-links.ts'
import classes from '#console/screens/dashboard/record-charts.module.css'

/** The fill of an outcome's area. */
export const OUTCOME_FILLS: Record<ErpOutcome, string> = {
  succeeded: 'var(--succeeded-color)',
  failed: 'url(#outcome-failed)',
  none: 'url(#outcome-none)',
}

/** Defines the patterns that the fills refer to; once on a page. */
export function OutcomePatterns() {
  return (
    <svg width={0} height={0} aria-hidden className={classes.patterns}>
      <defs>
        <pattern
          id="outcome-failed"
          width={6}
          height={6}
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width={6} height={6} fill="var(--mantine-color-body)" />
          <rect width={4} height={6} fill="var(--failed-color)" />
        </pattern>
        <pattern id="outcome-none" width={6} height={6} patternUnits="userSpaceOnUse">
          <rect width={6} height={6} fill="var(--mantine-color-body)" />
          <circle cx={3} cy={3} r={2} fill="var(--unanswered-color)" />
        </pattern>
      </defs>
    </svg>
  )
}

/** The legend of the patterns. */
export function OutcomeLegend() {
  return (
    <ul className={classes.legend}>
      {OUTCOMES.map((outcome) => (
        <li key={outcome}>
          <svg width={18} height={18} aria-hidden>
            <rect
              x={1}
              y={1}
              width={16}
              height={16}
              rx={3}
              data-outcome={outcome}
              className={classes.bar}
              fill={OUTCOME_FILLS[outcome]}
            />
          </svg>
          {outcomeWord(outcome)}
        </li>
      ))}
    </ul>
  )
}
