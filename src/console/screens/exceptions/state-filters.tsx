/** New, mine, snoozed, resolved: one tap each, with counts under the search and all other filters. */
import { Button } from '@mantine/core'
import { exceptionScreenTexts } from '#contract/texts/own/exception-screen-texts.ts'
import type { View } from '#console/data/engine/types.ts'
import { ExceptionRow, stateWord } from '#console/screens/exceptions/exception-rows.ts'
import { withFilter } from '#console/table/columns/filter-words.ts'
import type { ShapedTable } from '#console/table/shaped-table.ts'
import classes from '#console/list/quick-filters.module.css'

interface StateFiltersProps {
  /** All exceptions, and the open ones. */
  readonly all: ShapedTable
  readonly open: ShapedTable
  readonly view: View
  readonly username: string | null
  readonly onView: (view: View) => void
}

const STATES = ['new', 'snoozed', 'resolved'] as const

export function StateFilters({ all, open, view, username, onView }: StateFiltersProps) {
  const others = view.filters.filter(({ id }) => id !== 'state' && id !== 'assignee')
  const selection = { search: view.search, filters: others, sort: null }
  const isAboutAll = view.search === '' && others.length === 0
  const countIn = (table: ShapedTable, id: 'state' | 'assignee', text: string): number => {
    // Without a search or filter the rows are counted as they are: an index of thousands delays the first paint.
    if (isAboutAll) return table.rows.filter((row) => wordIn(row, id) === text).length
    const { values } = table.index.facets(selection, id, text)
    return values.find((facet) => facet.text === text)?.count ?? 0
  }
  const isOn = (id: string, text: string): boolean => {
    const asked = view.filters.find((filter) => filter.id === id)
    return asked?.values?.length === 1 && asked.values[0] === text
  }
  const button = (id: 'state' | 'assignee', text: string, title: string, count: number) => (
    <Button
      key={title}
      variant={isOn(id, text) ? 'light' : 'default'}
      size="sm"
      px={10}
      className={classes.filter}
      aria-pressed={isOn(id, text)}
      onClick={() => {
        const plain = { ...view, filters: others, page: 0 }
        onView(isOn(id, text) ? plain : withFilter(plain, id, { values: [text] }))
      }}
    >
      {`${title} (${String(count)})`}
    </Button>
  )
  const [fresh, ...later] = STATES.map((state) => {
    const text = stateWord(state)
    return button('state', text, text, countIn(all, 'state', text))
  })
  return (
    <div className={classes.filters} role="group" aria-label={exceptionScreenTexts.quickFilters}>
      {fresh}
      {username !== null &&
        button(
          'assignee',
          username,
          exceptionScreenTexts.mine,
          countIn(open, 'assignee', username),
        )}
      {later}
    </div>
  )
}

function wordIn(row: object, id: 'state' | 'assignee'): string | null {
  if (!(row instanceof ExceptionRow)) return null
  return id === 'state' ? stateWord(row.stated.state) : row.assignee
}
