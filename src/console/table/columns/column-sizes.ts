/** What only the page can measure and move: the width of a column while it is dragged, and of what it holds. */
import { withinLimits } from '#console/table/columns/table-layout.ts'

/** The column whose edge is dragged. */
interface Dragged {
  readonly head: HTMLTableCellElement
  /** Its place among the columns. */
  readonly nth: number
  /** How wide it may become, in px. */
  readonly atMost: number
}

/**
 * Follows a finger or a mouse from the edge of a column. Until it lets go only the page knows the
 * width, so that nothing is drawn anew at every move (decisions/console/table-engine.md).
 */
export function dragWidth(
  start: Pick<PointerEvent, 'clientX' | 'pointerId'>,
  handle: HTMLElement,
  { head, nth, atMost }: Dragged,
  onWidth: (width: number) => void,
): void {
  const table = head.closest('table')
  // Before the columns stands that of the boxes.
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

/** How wide a column must be for all that is drawn of it, head included; null where it is not drawn. */
export function contentWidth(table: HTMLTableElement, id: string): number | null {
  const heads = [...table.querySelectorAll<HTMLTableCellElement>('thead th')]
  const head = heads.find((each) => each.dataset['column'] === id)
  if (!head) return null
  const cells = [...table.tBodies]
    .flatMap((body) => [...body.rows])
    .flatMap((row) => row.cells[head.cellIndex] ?? [])
  return Math.ceil(Math.max(headWidth(head), ...cells.map(cellWidth)))
}

/** Room for the mark of a sorted column, which a column may get later. */
const SORT_MARK_PX = 20

/** What stands beside the title, and the title as if it were not cut. */
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

/** Text that is cut is measured as if it were not. */
function textWidth(element: Element): number {
  const range = document.createRange()
  range.selectNodeContents(element)
  return range.getBoundingClientRect().width
}
