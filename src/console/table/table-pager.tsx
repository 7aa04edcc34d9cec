/** The bar under a table: which rows, how many per page, and the buttons to other pages. */
import { memo, type ReactNode } from 'react'
import { Group, NativeSelect, Text } from '@mantine/core'
import {
  IconChevronLeft,
  IconChevronRight,
  IconChevronsLeft,
  IconChevronsRight,
} from '@tabler/icons-react'
import { FIRST_PAGE_JUMP_ROWS, PAGE_SIZES } from '#contract/constants.ts'
import { FIT, readPageSize, type PageSize } from '#contract/views/list-search.ts'
import { tableTexts } from '#contract/texts/table-texts.ts'
import type { View, ViewAnswer } from '#console/data/engine/types.ts'
import { sizeOf } from '#console/table/columns/table-address.ts'
import { ToolbarButton } from '#console/table/columns/toolbar-button.tsx'
import { useStableCallback } from '#console/table/columns/use-stable-callback.ts'
import classes from '#console/table/styles/table-pager.module.css'

interface TablePagerProps {
  readonly answer: ViewAnswer<object>
  readonly view: View
  readonly onView: (view: View) => void
  /** Shown at the other end: the actions for the selected rows. */
  readonly children?: ReactNode
}

/** Its parts are memoised, so that each renders only for what it shows. */
export function TablePager({ answer, view, onView, children }: TablePagerProps) {
  const { page, total, rows } = answer
  const lastPage = Math.max(0, Math.ceil(total / view.pageSize) - 1)
  const back = jumpBack(page, view.pageSize)
  const first = page * view.pageSize + 1
  const isFirst = page === 0
  const isLast = page >= lastPage
  const go = useStableCallback((step: Step): void => {
    const steps = { back: back.page, previous: page - 1, next: page + 1, last: lastPage }
    onView({ ...view, page: steps[step] })
  })
  const resize = useStableCallback((size: PageSize) => {
    const { isFit: _, ...rest } = view
    onView({ ...rest, page: 0, ...sizeOf(size) })
  })
  return (
    <div className={classes.bar}>
      {children}
      <PageSizes value={view.isFit ? FIT : view.pageSize} onSize={resize} />
      <Text size="sm" role="status" className={classes.count}>
        {total === 0 ? tableTexts.noRows : tableTexts.rowsOf(first, first + rows.length - 1, total)}
      </Text>
      <Group gap={4} wrap="nowrap">
        <StepButton step="back" label={back.label} isOff={isFirst} onStep={go} />
        <StepButton step="previous" label={tableTexts.previousPage} isOff={isFirst} onStep={go} />
        <StepButton step="next" label={tableTexts.nextPage} isOff={isLast} onStep={go} />
        <StepButton step="last" label={tableTexts.lastPage} isOff={isLast} onStep={go} />
      </Group>
    </div>
  )
}

interface PageSizesProps {
  readonly value: number | typeof FIT
  readonly onSize: (size: PageSize) => void
}

const SIZES = [
  ...PAGE_SIZES.map((size) => ({ value: String(size), label: String(size) })),
  { value: FIT, label: tableTexts.fitSize },
]

const PageSizes = memo(function PageSizes({ value, onSize }: PageSizesProps) {
  return (
    <NativeSelect
      size="md"
      className={classes.size}
      aria-label={tableTexts.rowsPerPage}
      data={SIZES}
      value={String(value)}
      onChange={(event) => {
        const size = readPageSize(event.currentTarget.value)
        if (size !== undefined) onSize(size)
      }}
    />
  )
})

const STEP_ICONS = {
  back: IconChevronsLeft,
  previous: IconChevronLeft,
  next: IconChevronRight,
  last: IconChevronsRight,
}

type Step = keyof typeof STEP_ICONS

interface StepButtonProps {
  readonly step: Step
  readonly label: string
  readonly isOff: boolean
  readonly onStep: (step: Step) => void
}

const StepButton = memo(function StepButton({ step, label, isOff, onStep }: StepButtonProps) {
  const Icon = STEP_ICONS[step]
  return (
    <ToolbarButton
      variant="subtle"
      color="gray"
      label={label}
      disabled={isOff}
      onClick={() => onStep(step)}
    >
      <Icon size={20} aria-hidden />
    </ToolbarButton>
  )
})

/**
 * The target of 'first page': back by the pages of about 1,000 rows, or to the first page if there
 * are fewer before; the label says which (specification.md section 9,
 * decisions/console/lists-and-export.md).
 */
export function jumpBack(page: number, pageSize: number): { page: number; label: string } {
  const pages = Math.max(1, Math.round(FIRST_PAGE_JUMP_ROWS / pageSize))
  return page > pages
    ? { page: page - pages, label: tableTexts.backPages(pages) }
    : { page: 0, label: tableTexts.firstPage }
}
