/** What pressing a row does: one listener for all rows, and the same for cards. */
import { useRef, type MouseEvent, type PointerEvent } from 'react'
import type { TableCommands } from '#console/table/rows/table-commands.ts'

const LONG_PRESS_MS = 500
/** A finger that moves further is scrolling. */
const STILL_PX = 10
/** Elements inside a row with an action of their own. */
const OWN_MEANING = 'label, input, a, button:not([aria-haspopup]), [data-nested]'

interface Press {
  readonly timer: ReturnType<typeof setTimeout>
  readonly x: number
  readonly y: number
}

interface Gestures {
  readonly onClick: (event: MouseEvent) => void
  readonly onPointerDown: (event: PointerEvent) => void
  readonly onPointerMove: (event: PointerEvent) => void
  readonly onPointerUp: () => void
  readonly onPointerCancel: () => void
}

/** A press opens a row; a long press selects it, or the range from the last selected row. */
export function useRowGestures(
  rows: readonly { readonly row: object; readonly key: string }[],
  opens: boolean,
  commands: TableCommands,
): Gestures {
  const press = useRef<Press | null>(null)
  const wasLong = useRef(false)
  const release = (): void => {
    if (press.current) clearTimeout(press.current.timer)
    press.current = null
  }
  return {
    onClick: (event) => {
      if (wasLong.current) {
        wasLong.current = false
        return
      }
      const hit = opens && hasNoOtherMeaning(event) ? keyUnder(event) : undefined
      const named = rows.find(({ key }) => key === hit)
      if (named) commands.open(named.row)
    },
    onPointerDown: (event) => {
      release()
      wasLong.current = false
      const key = event.pointerType === 'touch' ? keyUnder(event) : undefined
      if (key === undefined) return
      const timer = setTimeout(() => {
        wasLong.current = true
        commands.select(key, true)
      }, LONG_PRESS_MS)
      press.current = { timer, x: event.clientX, y: event.clientY }
    },
    onPointerMove: ({ clientX, clientY }) => {
      if (!press.current) return
      const moved = Math.hypot(clientX - press.current.x, clientY - press.current.y)
      if (moved > STILL_PX) release()
    },
    onPointerUp: release,
    onPointerCancel: release,
  }
}

function keyUnder({ target }: MouseEvent | PointerEvent): string | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-key]') : null
  return row?.dataset['key']
}

/** Text that was just selected with the mouse is to be copied; it must not open the row. */
function hasNoOtherMeaning({ target }: MouseEvent): boolean {
  const hasOwn = target instanceof Element && target.closest(OWN_MEANING) !== null
  return !hasOwn && (window.getSelection()?.isCollapsed ?? true)
}
