/** What can be done with the selected rows. It stands below them, so that no row moves when the first is selected. */
import { Button, Menu, Text } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { tableTexts } from '#contract/table-texts.ts'
import type { Column } from '#console/list/column-kit.tsx'
import { copyCells } from '#console/list/copy-cells.ts'
import classes from '#console/list/table-pager.module.css'
import toolbar from '#console/list/table-toolbar.module.css'

interface SelectionBarProps {
  readonly count: number
  /** How many rows match, over all pages. */
  readonly total: number
  readonly columns: readonly Column<object>[]
  /** The selected rows, in their order. */
  readonly rows: () => readonly object[]
  readonly onAll: () => void
  readonly onClear: () => void
}

export function SelectionBar({ count, total, columns, rows, onAll, onClear }: SelectionBarProps) {
  return (
    <div className={classes.selection}>
      <Text size="sm" role="status" fw={600}>
        {tableTexts.selected(count)}
      </Text>
      {count < total && (
        <Button size="xs" variant="subtle" className={classes.action} onClick={onAll}>
          {tableTexts.selectMatching(total)}
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        className={classes.action}
        leftSection={<IconCopy size={16} aria-hidden />}
        onClick={() => void copyCells(rows(), columns)}
      >
        {tableTexts.copyRows}
      </Button>
      <Menu position="top" transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <Button size="xs" variant="default" className={classes.action}>
            {tableTexts.copyOneColumn}
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={toolbar.columns}>
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
      <Button size="xs" variant="subtle" className={classes.action} onClick={onClear}>
        {tableTexts.clearSelection}
      </Button>
    </div>
  )
}
