/** What only the page can measure and move: the width of a column while it is dragged, and of what it holds. */
import { withinLimits } from '#console/list/table-layout.ts'

/**
 * Follows a finger or a mouse from the edge of a column. Until it lets go only the page knows the
 * width, so that nothing is drawn anew at every move (tables.md section 3).
 */
export function dragWidth(
  start: PointerEvent,
  head: HTMLTableCellElement,
  nth: number,
  onWidth: (width: number) => void,
): void {
  const table = head.closest('table')
  const column = table?.querySelectorAll('col')[nth]
  if (!table || !column) return
  const before = { column: head.offsetWidth, table: table.offsetWidth }
  let width = before.column
  let frame = 0
  const paint = (): void => {
    column.style.width = `${String(width)}px`
    table.style.width = `${String(before.table + width - before.column)}px`
  }
  const move = (event: PointerEvent): void => {
    width = withinLimits(before.column + event.clientX - start.clientX)
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(paint)
  }
  const handle = start.currentTarget
  if (!(handle instanceof HTMLElement)) return
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
  const cells = [...table.tBodies].flatMap((body) => [...body.rows])
  const widths = cells.map((row) => row.cells[head.cellIndex]).map((cell) => widthOf(cell))
  return Math.ceil(Math.max(widthOf(head.firstElementChild), ...widths))
}

/** Text that is cut is measured as if it were not. */
function widthOf(element: Element | null | undefined): number {
  if (!element) return 0
  const range = document.createRange()
  range.selectNodeContents(element)
  const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(element)
  const padding = parseFloat(paddingInlineStart) + parseFloat(paddingInlineEnd)
  const cut = [...element.querySelectorAll('button')].reduce(
    (sum, button) => sum + button.scrollWidth - button.clientWidth,
    0,
  )
  return range.getBoundingClientRect().width + padding + cut + 1
}
