/** Show/hide columns. */
import { memo, useId } from 'react'
import { Button, Checkbox, Popover, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { DENSITIES } from '#contract/views/view-config.ts'
import { tableTexts } from '#contract/texts/table-texts.ts'
import type { Column } from '#console/table/columns/column-kit.tsx'
import { containEscape } from '#console/table/columns/contain-escape.ts'
import { setPreference } from '#console/preferences/preferences.ts'
import { useDensity } from '#console/table/columns/density.ts'
import { hiddenIn, show, showAll, type TableLayout } from '#console/table/columns/table-layout.ts'
import { ToolbarButton } from '#console/table/columns/toolbar-button.tsx'
import classes from '#console/table/styles/table-toolbar.module.css'

interface ColumnsButtonProps {
  readonly columns: readonly Column<object>[]
  readonly layout: TableLayout
  readonly onLayout: (layout: TableLayout) => void
}

export const ColumnsButton = memo(function ColumnsButton(props: ColumnsButtonProps) {
  const { columns, layout, onLayout } = props
  const titles = new Map(columns.map(({ id, title }) => [id, title]))
  return (
    <Popover
      trapFocus
      returnFocus
      position="bottom-end"
      shadow="md"
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <ToolbarButton label={tableTexts.columns}>
          <IconColumns3 size={20} aria-hidden />
        </ToolbarButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.columns} {...containEscape}>
        <DensityChoice />
        <Stack gap={0}>
          {layout.order.map((id) => (
            <Checkbox
              key={id}
              classNames={{ body: classes.column, labelWrapper: classes.label }}
              label={titles.get(id)}
              checked={layout.visibility[id] !== false}
              onChange={(event) => onLayout(show(layout, id, event.currentTarget.checked))}
            />
          ))}
        </Stack>
        <Button
          fullWidth
          mt="xs"
          variant="default"
          disabled={hiddenIn(layout).length === 0}
          onClick={() => onLayout(showAll(layout))}
        >
          {tableTexts.showAllColumns}
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
})

function DensityChoice() {
  const { density } = useDensity()
  const title = useId()
  return (
    <div className={classes.density}>
      <Text id={title} fw={500}>
        {tableTexts.density}
      </Text>
      <SegmentedControl
        aria-labelledby={title}
        data={DENSITIES.map((value) => ({ value, label: tableTexts.densities[value] }))}
        value={density}
        onChange={(next) => setPreference('density', next)}
      />
    </div>
  )
}
