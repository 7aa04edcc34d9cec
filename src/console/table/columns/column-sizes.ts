/**
 * Measures and moves what only the DOM knows: a column's width while it is dragged, and the width
 * of its content.
 */
import { withinLimits } from '#console/table/columns/table-layout.ts'

/** The column whose edge is being dragged. */
interface Dragged {
  readonly head: HTMLTableCellElement
  /** Its index among the columns. */
  readonly nth: number
  /** The largest width it may get, in px. */
  readonly atMost: number
}

/**
 * Follows a finger or a mouse at the edge of a column. Until it is released only the DOM knows the
 * width, so that no move causes a render (decisions/console/table-engine.md).
 */
export function dragWidth(
  start: Pick<PointerEvent, 'clientX' | 'pointerId'>,
  handle: HTMLElement,
  { head, nth, atMost }: Dragged,
  onWidth: (width: number) => void,
): void {
  const table = head.closest('table')
  // The column of checkboxes comes first.
  const column = table?.querySelectorAll('col')[nth + 1]
  if (!table || !column) return
  const before = { column: head.offsetWidth, table: table.offsetWidth }
  let width = before.column
  let frame = 0
  const paint = (): void => {
    column.style.width = `${String(width)}px`
    table.style.width = `${String(before.table + width - before.column)}px`
  }
  const move = (event: PointerEvent): void => {
    width = Math.min(atMost, withinLimits(before.column + event.clientX - start.clientX))
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(paint)
  }
  const stop = new AbortController()
  const end = (): void => {
    stop.abort()
    cancelAnimationFrame(frame)
    if (width !== before.column) onWidth(width)
  }
  handle.setPointerCapture(start.pointerId)
  handle.addEventListener('pointermove', move, { signal: stop.signal })
  handle.addEventListener('pointerup', end, { signal: stop.signal })
  handle.addEventListener('pointercancel', end, { signal: stop.signal })
}

/** The width a column needs for everything drawn in it, header included; null if it is not drawn. */
export function contentWidth(table: HTMLTableElement, id: string): number | null {
  const heads = [...table.querySelectorAll<HTMLTableCellElement>('thead th')]
  const head = heads.find((each) => each.dataset['column'] === id)
  if (!head) return null
  const cells = [...table.tBodies]
    .flatMap((body) => [...body.rows])
    .flatMap((row) => row.cells[head.cellIndex] ?? [])
  return Math.ceil(Math.max(headWidth(head), ...cells.map(cellWidth)))
}

/** Room for the sort mark, which a column may get later. */
const SORT_MARK_PX = 20

/** The width of the title, untruncated, and of what is next to it. */
function headWidth(head: HTMLElement): number {
  const title = head.querySelector('[data-words]')
  const button = title?.closest('button')
  if (!title || !button) return 0
  return head.offsetWidth - button.offsetWidth + textWidth(title) + SORT_MARK_PX
}

function cellWidth(cell: HTMLElement): number {
  const words = cell.querySelector('[data-words]')
  const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(cell)
  const before = words
    ? words.getBoundingClientRect().left - cell.getBoundingClientRect().left
    : parseFloat(paddingInlineStart)
  return before + textWidth(words ?? cell) + parseFloat(paddingInlineEnd) + 1
}

/** Truncated text is measured at its full width. */
function textWidth(element: Element): number {
  const range = document.createRange()
  range.selectNodeContents(element)
  return range.getBoundingClientRect().width
}
