/**
 * Everything that can be done to one column, in a menu that works with a finger: no hover, no drag,
 * no right click.
 */
import { memo, useId, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { Button, Divider, Group, Popover, Stack, Text } from '@mantine/core'
import {
  IconArrowAutofitWidth,
  IconArrowBarLeft,
  IconArrowBarRight,
  IconArrowLeft,
  IconArrowRight,
  IconCopy,
  IconEyeOff,
  IconSortAscending,
  IconSortDescending,
} from '@tabler/icons-react'
import { COLUMN_LEAST_WIDTH_PX, COLUMN_MAX_WIDTH_PX } from '#contract/constants.ts'
import { tableTexts } from '#contract/texts/table-texts.ts'
import type { ViewIndex, View } from '#console/data/engine/types.ts'
import type { Column } from '#console/table/columns/column-kit.tsx'
import { containEscape } from '#console/table/columns/contain-escape.ts'
import { FilterForm } from '#console/table/menu/filter-form.tsx'
import { withFilter } from '#console/table/columns/filter-words.ts'
import {
  moveTo,
  neighbour,
  show,
  setColumnWidth,
  WIDTH_STEP_PX,
  type TableLayout,
} from '#console/table/columns/table-layout.ts'
import { useStableCallback } from '#console/table/columns/use-stable-callback.ts'
import { useKeyboardHeight } from '#console/ui/forms/keyboard-height.ts'
import { isTouchScreen } from '#console/ui/forms/touch-screen.ts'
import classes from '#console/table/menu/column-menu.module.css'

/** Where the menu of a column is open. */
export interface OpenMenu {
  readonly id: string
  /** The element that was pressed to open it. */
  readonly beside: HTMLElement
  readonly x: number
  readonly y: number
}

interface ColumnMenuProps {
  readonly menu: OpenMenu
  readonly column: Column<object>
  readonly index: ViewIndex<object>
  readonly view: View
  readonly onView: (view: View) => void
  readonly layout: TableLayout
  readonly onLayout: (layout: TableLayout) => void
  /** The current width, in px; null if rows are cards. */
  readonly width: number | null
  /** The largest width it is drawn with, in px, if that is less than a column may have. */
  readonly widthAtMost: number
  readonly onFit: () => void
  readonly onCopy: () => void
  readonly onClose: () => void
}

export function ColumnMenu(props: ColumnMenuProps) {
  const { menu, column, index, view, onView, layout, onLayout, width, widthAtMost } = props
  const { onFit, onCopy, onClose } = props
  const { id, title } = column
  const { sort } = view
  const titleId = useId()
  const keyboard = useKeyboardHeight()
  const sortBy = useStableCallback((descending: boolean) => {
    const isSo = sort?.id === id && sort.descending === descending
    onView({ ...view, page: 0, sort: isSo ? null : { id, descending } })
  })
  const arrange = useStableCallback(onLayout)
  const fit = useStableCallback(onFit)
  const copy = useStableCallback(onCopy)
  const close = useStableCallback(onClose)
  return (
    <Popover
      opened
      onDismiss={onClose}
      trapFocus
      // The roles would go to the anchor, which is not a button.
      withRoles={false}
      position="bottom-end"
      middlewares={WITHIN_SCREEN}
      shadow="md"
      width="min(21.75rem, calc(100vw - 0.625rem))"
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <span className={classes.anchor} style={{ left: menu.x, top: menu.y }} />
      </Popover.Target>
      <Popover.Dropdown
        role="dialog"
        aria-labelledby={titleId}
        className={isTouchScreen() ? classes.sheet : classes.menu}
        __vars={{ '--keyboard-height': `${String(keyboard)}px` }}
        {...containEscape}
      >
        <Stack gap="xs">
          <Text
            id={titleId}
            fw={650}
            className={classes.name}
            tabIndex={-1}
            // By finger neither a field nor a button takes the focus, but Escape and Tab work.
            {...(isTouchScreen() && { 'data-autofocus': true })}
          >
            {title}
          </Text>
          <SortChoices
            chosen={sort?.id === id ? (sort.descending ? 'descending' : 'ascending') : null}
            onChosen={sortBy}
          />
          <Divider />
          <FilterForm
            column={column}
            filter={view.filters.find((filter) => filter.id === id) ?? {}}
            facets={(containing) => index.facets(view, id, containing)}
            onFilter={(filter) => onView(withFilter(view, id, filter))}
          />
          <Divider />
          <Actions
            id={id}
            layout={layout}
            width={width}
            widthAtMost={widthAtMost}
            onLayout={arrange}
            onFit={fit}
            onCopy={copy}
            onClose={close}
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

/** If there is too little room below the header, it covers the header rather than leaving the screen. */
const WITHIN_SCREEN = { flip: false, shift: { crossAxis: true, padding: 8 } }

interface SortChoicesProps {
  readonly chosen: 'ascending' | 'descending' | null
  readonly onChosen: (descending: boolean) => void
}

/** Memoised, so that typing in the filter does not render what is above and below it. */
const SortChoices = memo(function SortChoices({ chosen, onChosen }: SortChoicesProps) {
  return (
    <Group gap="xs" grow preventGrowOverflow={false}>
      <Choice
        label={tableTexts.sortAscending}
        icon={<IconSortAscending size={18} aria-hidden />}
        isChosen={chosen === 'ascending'}
        onClick={() => onChosen(false)}
      />
      <Choice
        label={tableTexts.sortDescending}
        icon={<IconSortDescending size={18} aria-hidden />}
        isChosen={chosen === 'descending'}
        onClick={() => onChosen(true)}
      />
    </Group>
  )
})

interface ActionsProps extends Pick<
  ColumnMenuProps,
  'layout' | 'onLayout' | 'width' | 'widthAtMost' | 'onFit' | 'onCopy' | 'onClose'
> {
  readonly id: string
}

const Actions = memo(function Actions(props: ActionsProps) {
  const { id, layout, onLayout, width, widthAtMost, onFit, onCopy, onClose } = props
  const move = (step: -1 | 1): void => {
    const target = neighbour(layout, id, step)
    if (target !== undefined) onLayout(moveTo(layout, id, target))
  }
  const resize = (step: number): void => {
    if (width === null) return
    onLayout(setColumnWidth(layout, id, Math.min(widthAtMost, width + step)))
  }
  return (
    <div className={classes.actions}>
      {width !== null && (
        <>
          <Action
            label={tableTexts.moveLeft}
            icon={<IconArrowLeft size={18} aria-hidden />}
            isOff={neighbour(layout, id, -1) === undefined}
            onClick={() => move(-1)}
          />
          <Action
            label={tableTexts.moveRight}
            icon={<IconArrowRight size={18} aria-hidden />}
            isOff={neighbour(layout, id, 1) === undefined}
            onClick={() => move(1)}
          />
          <Action
            label={tableTexts.narrower}
            icon={<IconArrowBarLeft size={18} aria-hidden />}
            isOff={width <= COLUMN_LEAST_WIDTH_PX}
            onClick={() => resize(-WIDTH_STEP_PX)}
          />
          <Action
            label={tableTexts.wider}
            icon={<IconArrowBarRight size={18} aria-hidden />}
            isOff={width >= Math.min(COLUMN_MAX_WIDTH_PX, widthAtMost)}
            onClick={() => resize(WIDTH_STEP_PX)}
          />
          <Action
            label={tableTexts.fit}
            icon={<IconArrowAutofitWidth size={18} aria-hidden />}
            onClick={onFit}
          />
        </>
      )}
      <Action
        label={tableTexts.hideColumn}
        icon={<IconEyeOff size={18} aria-hidden />}
        onClick={() => {
          flushSync(() => onLayout(show(layout, id, false)))
          onClose()
        }}
      />
      <Action
        label={tableTexts.copyColumn}
        icon={<IconCopy size={18} aria-hidden />}
        onClick={onCopy}
      />
    </div>
  )
})

interface ActionProps {
  readonly label: string
  readonly icon: ReactNode
  readonly isOff?: boolean
  readonly onClick: () => void
}

function Action({ label, icon, isOff = false, onClick }: ActionProps) {
  return (
    <Button
      variant="subtle"
      color="gray"
      size="sm"
      justify="start"
      leftSection={icon}
      // A button at its limit keeps the focus, and so the key that closes the menu.
      {...(isOff && { 'aria-disabled': true, 'data-disabled': true })}
      className={classes.action}
      onClick={() => {
        if (!isOff) onClick()
      }}
    >
      {label}
    </Button>
  )
}

interface ChoiceProps extends ActionProps {
  readonly isChosen: boolean
}

function Choice({ label, icon, isChosen, onClick }: ChoiceProps) {
  return (
    <Button
      variant={isChosen ? 'filled' : 'default'}
      size="xs"
      aria-pressed={isChosen}
      leftSection={icon}
      className={classes.action}
      onClick={onClick}
    >
      {label}
    </Button>
  )
}
