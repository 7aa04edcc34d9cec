/** The line above the rows: search, columns, and the active filters as chips. */
import { memo, useState, type ReactNode } from 'react'
import clsx from 'clsx'
import { Button, Menu } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconX } from '@tabler/icons-react'
import { tableTexts } from '#contract/texts/table-texts.ts'
import type { View } from '#console/data/engine/types.ts'
import type { Column } from '#console/table/columns/column-kit.tsx'
import { ColumnsButton } from '#console/table/menu/columns-button.tsx'
import { filterInWords } from '#console/table/columns/filter-words.ts'
import type { TableCommands } from '#console/table/rows/table-commands.ts'
import { hiddenIn, showAll, type TableLayout } from '#console/table/columns/table-layout.ts'
import { TableSearch } from '#console/table/table-search.tsx'
import { ToolbarButton } from '#console/table/columns/toolbar-button.tsx'
import { useStableCallback } from '#console/table/columns/use-stable-callback.ts'
import classes from '#console/table/styles/table-toolbar.module.css'

interface TableToolbarProps {
  readonly columns: readonly Column<object>[]
  readonly shown: readonly Column<object>[]
  readonly view: View
  readonly onView: (view: View) => void
  readonly layout: TableLayout
  readonly onLayout: (layout: TableLayout) => void
  /** Rows are cards, so there are no headers to sort and filter by. */
  readonly isNarrow: boolean
  /** Whether this is the table of a page, which the key '/' searches, not one of a dialog. */
  readonly isMain: boolean
  readonly commands: TableCommands
  /** The button that exports the rows. */
  readonly download: ReactNode
  readonly quickFilters: ReactNode
  /** The saved views of the list. */
  readonly views: ReactNode
}

/** Its parts are memoised, because it renders for every keystroke and every page. */
export function TableToolbar(props: TableToolbarProps) {
  const { columns, shown, view, onView, layout, onLayout, isNarrow, isMain, commands } = props
  const change = useStableCallback((part: Partial<View>) => onView({ ...view, page: 0, ...part }))
  const search = useStableCallback((text: string) => change({ search: text }))
  const tools = (
    <div className={classes.tools}>
      <ColumnsButton columns={columns} layout={layout} onLayout={onLayout} />
      {props.download}
    </div>
  )
  return (
    <div className={classes.toolbar}>
      {props.views}
      <TableSearch value={view.search} hasShortcut={isMain} onSearch={search} />
      {isNarrow && <SortAndFilter columns={shown} commands={commands} />}
      {isNarrow && tools}
      {props.quickFilters}
      <Chips
        columns={columns}
        filters={view.filters}
        onChange={change}
        layout={layout}
        onLayout={onLayout}
      />
      {!isNarrow && tools}
    </div>
  )
}

interface ChipsProps
  extends Pick<TableToolbarProps, 'columns' | 'layout' | 'onLayout'>, Pick<View, 'filters'> {
  readonly onChange: (part: Partial<View>) => void
}

const Chips = memo(function Chips(props: ChipsProps) {
  const { columns, filters, onChange, layout, onLayout } = props
  const hidden = hiddenIn(layout).length
  if (filters.length === 0 && hidden === 0) return null
  const titles = new Map(columns.map(({ id, title }) => [id, title]))
  return (
    <div className={classes.chips}>
      {filters.map(({ id, ...filter }) => (
        <Chip
          key={id}
          text={`${titles.get(id) ?? id}: ${filterInWords(filter)}`}
          label={tableTexts.removeFilter(titles.get(id) ?? id)}
          onRemove={() => onChange({ filters: filters.filter((each) => each.id !== id) })}
        />
      ))}
      {hidden > 0 && (
        <Chip
          text={tableTexts.hidden(hidden)}
          label={tableTexts.showAllColumns}
          onRemove={() => onLayout(showAll(layout))}
        />
      )}
      <Button
        variant="subtle"
        size="compact-sm"
        className={clsx(classes.chip, classes.reset)}
        onClick={() => {
          onChange({ search: '', filters: [] })
          onLayout(showAll(layout))
        }}
      >
        {tableTexts.reset}
      </Button>
    </div>
  )
})

interface ChipProps {
  readonly text: string
  /** The accessible name of the action. */
  readonly label: string
  readonly onRemove: () => void
}

function Chip({ text, label, onRemove }: ChipProps) {
  return (
    <Button
      variant="light"
      size="compact-sm"
      className={classes.chip}
      classNames={{ label: classes.words }}
      aria-label={`${text}. ${label}`}
      title={`${text}. ${label}`}
      rightSection={<IconX size={14} aria-hidden />}
      onClick={onRemove}
    >
      {text}
    </Button>
  )
}

interface SortAndFilterProps {
  readonly columns: readonly Column<object>[]
  readonly commands: TableCommands
}

const SortAndFilter = memo(function SortAndFilter({ columns, commands }: SortAndFilterProps) {
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  return (
    <Menu position="bottom-end" transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <ToolbarButton ref={setButton} label={tableTexts.sortAndFilter}>
          <IconAdjustmentsHorizontal size={20} aria-hidden />
        </ToolbarButton>
      </Menu.Target>
      <Menu.Dropdown className={classes.columns}>
        {columns.map(({ id, title }) => (
          <Menu.Item
            key={id}
            className={classes.column}
            onClick={() => {
              if (button) commands.openMenu(id, button)
            }}
          >
            {title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
})
