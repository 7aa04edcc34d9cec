/** The bar under a table: which rows, how many a page, and the way to other pages. */
import type { ReactNode } from 'react'
import { Group, NativeSelect, Text } from '@mantine/core'
import {
  IconChevronLeft,
  IconChevronRight,
  IconChevronsLeft,
  IconChevronsRight,
} from '@tabler/icons-react'
import { FIRST_PAGE_JUMP_ROWS, PAGE_SIZES } from '#contract/constants.ts'
import { tableTexts } from '#contract/table-texts.ts'
import type { View, ViewAnswer } from '#console/data/engine/view-index.ts'
import { ToolbarButton } from '#console/list/toolbar-button.tsx'
import classes from '#console/list/table-pager.module.css'

interface TablePagerProps {
  readonly answer: ViewAnswer<object>
  readonly view: View
  readonly onView: (view: View) => void
  /** What stands at the other end: what can be done with the selected rows. */
  readonly children?: ReactNode
}

export function TablePager({ answer, view, onView, children }: TablePagerProps) {
  const { page, total, rows } = answer
  const lastPage = Math.max(0, Math.ceil(total / view.pageSize) - 1)
  const back = jumpBack(page, view.pageSize)
  const first = page * view.pageSize + 1
  const go = (to: number): void => onView({ ...view, page: to })
  return (
    <div className={classes.bar}>
      {children}
      <NativeSelect
        size="md"
        aria-label={tableTexts.rowsPerPage}
        data={PAGE_SIZES.map(String)}
        value={String(view.pageSize)}
        onChange={(event) =>
          onView({ ...view, page: 0, pageSize: Number(event.currentTarget.value) })
        }
      />
      <Text size="sm" role="status" className={classes.count}>
        {total === 0 ? tableTexts.noRows : tableTexts.rowsOf(first, first + rows.length - 1, total)}
      </Text>
      <Group gap={4} wrap="nowrap">
        <ToolbarButton
          variant="subtle"
          color="gray"
          label={back.label}
          disabled={page === 0}
          onClick={() => go(back.page)}
        >
          <IconChevronsLeft size={20} aria-hidden />
        </ToolbarButton>
        <ToolbarButton
          variant="subtle"
          color="gray"
          label={tableTexts.previousPage}
          disabled={page === 0}
          onClick={() => go(page - 1)}
        >
          <IconChevronLeft size={20} aria-hidden />
        </ToolbarButton>
        <ToolbarButton
          variant="subtle"
          color="gray"
          label={tableTexts.nextPage}
          disabled={page >= lastPage}
          onClick={() => go(page + 1)}
        >
          <IconChevronRight size={20} aria-hidden />
        </ToolbarButton>
        <ToolbarButton
          variant="subtle"
          color="gray"
          label={tableTexts.lastPage}
          disabled={page >= lastPage}
          onClick={() => go(lastPage)}
        >
          <IconChevronsRight size={20} aria-hidden />
        </ToolbarButton>
      </Group>
    </div>
  )
}

/**
 * Where 'first page' leads: back about 1,000 rows' worth of pages, or to the first page where fewer
 * are before; the label says which (console.md section 9, decisions.md 5.9).
 */
export function jumpBack(page: number, pageSize: number): { page: number; label: string } {
  const pages = Math.max(1, Math.round(FIRST_PAGE_JUMP_ROWS / pageSize))
  return page > pages
    ? { page: page - pages, label: tableTexts.backPages(pages) }
    : { page: 0, label: tableTexts.firstPage }
}
