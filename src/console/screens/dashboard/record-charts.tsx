/** The last 14 days of each kind of records that the admin may see, by the ERP's answer. */
import { useId, useState } from 'react'
import { Button, Paper, Skeleton, Text, Title } from '@mantine/core'
import { IconChartBar, IconTable } from '@tabler/icons-react'
import { collectionOf } from '#contract/collections.ts'
import { loadFailed } from '#contract/faults.ts'
import { dashboardTexts } from '#contract/texts/dashboard-texts.ts'
import { useCollection } from '#console/data/collections/use-collection.ts'
import { useFreshness } from '#console/data/collections/freshness.ts'
import type { OutcomeDay } from '#console/rows/outcome-days.ts'
import type { ListScreen } from '#console/list/list-screen.ts'
import type { ListPath } from '#console/screens/lists.ts'
import { OutcomeLegend, OutcomePatterns } from '#console/screens/dashboard/outcome-patterns.tsx'
import { OUTCOMES } from '#console/screens/dashboard/chart-links.ts'
import { outcomesOf } from '#console/screens/dashboard/outcomes.ts'
import { RecordBars } from '#console/screens/dashboard/record-bars.tsx'
import { RecordDays } from '#console/screens/dashboard/record-days.tsx'
import { outcomeWord } from '#console/ui/outcome.tsx'
import classes from '#console/screens/dashboard/record-charts.module.css'

export interface RecordPicturesProps {
  /** The report lists that the admin may see. */
  readonly screens: readonly ListScreen<ListPath>[]
}

export function RecordCharts({ screens }: RecordPicturesProps) {
  const [asTable, setAsTable] = useState(false)
  const heading = useId()
  return (
    <section className={classes.section} aria-labelledby={heading}>
      <header className={classes.header}>
        <Title order={2} size="h4" id={heading}>
          {dashboardTexts.recentRecords}
        </Title>
        <OutcomeLegend />
        <Button
          variant="default"
          leftSection={
            asTable ? <IconChartBar size={18} aria-hidden /> : <IconTable size={18} aria-hidden />
          }
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? dashboardTexts.showAsBars : dashboardTexts.showAsTable}
        </Button>
      </header>
      <OutcomePatterns />
      <div className={classes.pictures}>
        {screens.map((screen) => (
          <Picture key={screen.path} screen={screen} asTable={asTable} />
        ))}
      </div>
    </section>
  )
}

interface PictureProps {
  readonly screen: ListScreen<ListPath>
  readonly asTable: boolean
}

function Picture({ screen, asTable }: PictureProps) {
  const { title, area } = collectionOf(screen.collection)
  const heading = useId()
  const { snapshot, error } = useCollection(screen.collection)
  const freshness = useFreshness(screen.collection, snapshot)
  const days = snapshot && outcomesOf(screen.collection, snapshot.rows)
  return (
    <Paper withBorder component="figure" className={classes.picture} aria-labelledby={heading}>
      <figcaption>
        <Text component="h3" id={heading} className={classes.title}>
          {title}
        </Text>
        {days && <Text className={classes.sums}>{sumsInWords(days)}</Text>}
        {freshness && (
          <Text size="xs" c={freshness.isOld ? 'var(--old-color)' : 'dimmed'}>
            {freshness.text}
          </Text>
        )}
      </figcaption>
      {!days && (error ? <Text>{loadFailed(area)}</Text> : <Skeleton height={180} />)}
      {days &&
        sumOf(days) > 0 &&
        (asTable ? (
          <RecordDays path={screen.path} labelledBy={heading} days={days} />
        ) : (
          <RecordBars path={screen.path} days={days} />
        ))}
    </Paper>
  )
}

/** '103 succeeded, 15 failed, 8 no answer': the chart in a sentence. */
function sumsInWords(days: readonly OutcomeDay[]): string {
  if (sumOf(days) === 0) return dashboardTexts.noRecentRecords
  return OUTCOMES.map((outcome) => {
    const count = days.reduce((sum, day) => sum + day[outcome], 0)
    return `${String(count)} ${outcomeWord(outcome).toLowerCase()}`
  }).join(', ')
}

function sumOf(days: readonly OutcomeDay[]): number {
  return days.reduce((sum, day) => sum + day.succeeded + day.failed + day.none, 0)
}
