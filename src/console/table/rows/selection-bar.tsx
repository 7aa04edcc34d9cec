/**
 * The actions for the selected rows, placed below the rows so that none of them moves when the
 * first is selected.
 */
import type { ReactNode } from 'react'
import { Button, Menu, Text } from '@mantine/core'
import { IconCopy, IconX } from '@tabler/icons-react'
import { tableTexts } from '#contract/texts/table-texts.ts'
import type { Column } from '#console/table/columns/column-kit.tsx'
import { copyCells } from '#console/table/menu/copy-cells.ts'
import { ToolbarButton } from '#console/table/columns/toolbar-button.tsx'
import classes from '#console/table/styles/table-pager.module.css'
import toolbar from '#console/table/styles/table-toolbar.module.css'

interface SelectionBarProps {
  readonly count: number
  /** How many rows match, over all pages, and whether all of them are selected. */
  readonly total: number
  readonly isWhole: boolean
  readonly columns: readonly Column<object>[]
  /** The selected rows, in their order. */
  readonly rows: () => readonly object[]
  /** The button that exports them. */
  readonly download: ReactNode
  readonly actions?: ReactNode
  readonly onAll: () => void
  readonly onClear: () => void
}

export function SelectionBar(props: SelectionBarProps) {
  const { count, total, isWhole, columns, rows, download, actions, onAll, onClear } = props
  return (
    <div className={classes.selection}>
      <Text size="sm" role="status" fw={600}>
        {tableTexts.selected(count)}
      </Text>
      {!isWhole && (
        <Button size="sm" variant="subtle" px={6} className={classes.action} onClick={onAll}>
          {tableTexts.selectMatching(total)}
        </Button>
      )}
      {actions}
      <CopyMenu columns={columns} rows={rows} />
      {download}
      <ToolbarButton
        variant="subtle"
        className={classes.end}
        label={tableTexts.clearSelection}
        onClick={onClear}
      >
        <IconX size={20} aria-hidden />
      </ToolbarButton>
    </div>
  )
}

function CopyMenu({ columns, rows }: Pick<SelectionBarProps, 'columns' | 'rows'>) {
  return (
    <Menu position="top" transitionProps={{ duration: 0 }} withinPortal={false}>
      <Menu.Target>
        <Button
          size="sm"
          px="xs"
          variant="default"
          className={classes.action}
          leftSection={<IconCopy size={16} aria-hidden />}
        >
          {tableTexts.copy}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={toolbar.columns}>
        <Menu.Item className={toolbar.column} onClick={() => void copyCells(rows(), columns)}>
          {tableTexts.copyRows}
        </Menu.Item>
        <Menu.Label>{tableTexts.copyOneColumn}</Menu.Label>
        {columns.map((column) => (
          <Menu.Item
            key={column.id}
            className={toolbar.column}
            onClick={() => void copyCells(rows(), [column])}
          >
            {column.title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
