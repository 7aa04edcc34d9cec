/** Buttons that show the rows of one kind, with their counts; stored in the address like any filter. */
import { Button } from '@mantine/core'
import { recordTexts } from '#contract/texts/record-texts.ts'
import type { View } from '#console/data/engine/types.ts'
import { withFilter } from '#console/table/columns/filter-words.ts'
import type { ShapedTable } from '#console/table/shaped-table.ts'
import type { QuickFilter } from '#console/list/list-screen.ts'
import { useQuickCounts } from '#console/list/quick-counts.ts'
import classes from '#console/list/quick-filters.module.css'

interface QuickFiltersProps {
  readonly filters: readonly QuickFilter[]
  readonly content: ShapedTable
  readonly view: View
  readonly onView: (view: View) => void
}

export function QuickFilters({ filters, content, view, onView }: QuickFiltersProps) {
  const counts = useQuickCounts(filters, content, view)
  return (
    <div className={classes.filters} role="group" aria-label={recordTexts.outcomeFilters}>
      {filters.map((filter) => {
        const isOn = isAsked(view, filter)
        return (
          <Button
            key={filter.text}
            variant={isOn ? 'light' : 'default'}
            size="sm"
            px={8}
            className={classes.filter}
            aria-pressed={isOn}
            onClick={() =>
              onView(withFilter(view, filter.column, isOn ? null : { values: [filter.text] }))
            }
          >
            {`${filter.title} (${String(counts.get(filter.text) ?? 0)})`}
          </Button>
        )
      })}
    </div>
  )
}

function isAsked(view: View, { column, text }: QuickFilter): boolean {
  const asked = view.filters.find(({ id }) => id === column)
  return asked?.values?.length === 1 && asked.values[0] === text
}
