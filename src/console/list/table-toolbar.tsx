/** The line above the rows: search, columns, and what narrows the view as chips that are always seen. */
import { useState, type ReactNode } from 'react'
import clsx from 'clsx'
import { Button, Menu } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconX } from '@tabler/icons-react'
import { tableTexts } from '#contract/table-texts.ts'
import type { View } from '#console/data/engine/view-index.ts'
import type { Column } from '#console/list/column-kit.tsx'
import { ColumnsButton } from '#console/list/columns-button.tsx'
import { withFilter, wordsOf } from '#console/list/filter-words.ts'
import type { TableCommands } from '#console/list/table-commands.ts'
import { hiddenIn, showAll, type TableLayout } from '#console/list/table-layout.ts'
import { TableSearch } from '#console/list/table-search.tsx'
import { ToolbarButton } from '#console/list/toolbar-button.tsx'
import classes from '#console/list/table-toolbar.module.css'

interface TableToolbarProps {
  readonly columns: readonly Column<object>[]
  readonly shown: readonly Column<object>[]
  readonly view: View
  readonly onView: (view: View) => void
  readonly layout: TableLayout
  readonly onLayout: (layout: TableLayout) => void
  /** Rows are cards: there are no heads to sort and filter by. */
  readonly isNarrow: boolean
  /** The table of a page, which the key '/' searches; not one of a dialog. */
  readonly isMain: boolean
  readonly commands: TableCommands
  /** The button that makes files of the rows. */
  readonly download: ReactNode
}

export function TableToolbar(props: TableToolbarProps) {
  const { columns, shown, view, onView, layout, onLayout, isNarrow, isMain, commands, download } =
    props
  return (
    <div className={classes.toolbar}>
      <TableSearch
        value={view.search}
        hasShortcut={isMain}
        onSearch={(search) => onView({ ...view, page: 0, search })}
      />
      {isNarrow && <SortAndFilter columns={shown} commands={commands} />}
      <ColumnsButton columns={columns} layout={layout} onLayout={onLayout} />
      {download}
      <Chips columns={columns} view={view} onView={onView} layout={layout} onLayout={onLayout} />
    </div>
  )
}

type ChipsProps = Pick<TableToolbarProps, 'columns' | 'view' | 'onView' | 'layout' | 'onLayout'>

function Chips({ columns, view, onView, layout, onLayout }: ChipsProps) {
  const titles = new Map(columns.map(({ id, title }) => [id, title]))
  const hidden = hiddenIn(layout).length
  if (view.filters.length === 0 && view.search === '' && hidden === 0) return null
  return (
    <div className={classes.chips}>
      <div className={classes.strip}>
        {view.search !== '' && (
          <Chip
            text={tableTexts.searchIs(view.search)}
            label={tableTexts.clearSearch}
            onRemove={() => onView({ ...view, page: 0, search: '' })}
          />
        )}
        {view.filters.map(({ id, ...filter }) => (
          <Chip
            key={id}
            text={`${titles.get(id) ?? id}: ${wordsOf(filter)}`}
            label={tableTexts.removeFilter(titles.get(id) ?? id)}
            onRemove={() => onView(withFilter(view, id, null))}
          />
        ))}
        {hidden > 0 && (
          <Chip
            text={tableTexts.hidden(hidden)}
            label={tableTexts.showAllColumns}
            onRemove={() => onLayout(showAll(layout))}
          />
        )}
      </div>
      <Button
        variant="subtle"
        size="compact-sm"
        className={clsx(classes.chip, classes.reset)}
        onClick={() => {
          onView({ ...view, page: 0, search: '', filters: [] })
          onLayout(showAll(layout))
        }}
      >
        {tableTexts.reset}
      </Button>
    </div>
  )
}

interface ChipProps {
  readonly text: string
  /** What a press does. */
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

function SortAndFilter({ columns, commands }: SortAndFilterProps) {
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
}
