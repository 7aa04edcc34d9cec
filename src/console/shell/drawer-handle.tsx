/** The edge of the drawer, moved by dragging or with the keys (specification.md section 9: 200 to 500 px). */
import { useRef } from 'react'
import { DRAWER_MAX_WIDTH_PX, DRAWER_MIN_WIDTH_PX } from '#contract/constants.ts'
import { shellTexts } from '#contract/texts/shell-texts.ts'
import classes from '#console/shell/drawer-handle.module.css'

interface DrawerHandleProps {
  readonly width: number
  readonly onWidth: (width: number) => void
}

const KEY_STEP_PX = 20

export function DrawerHandle({ width, onWidth }: DrawerHandleProps) {
  /** The pointer's offset from the edge while it is dragged, in px; otherwise null. */
  const grip = useRef<number | null>(null)
  const letGo = (): void => {
    grip.current = null
  }
  return (
    // A focusable separator is the pattern for a splitter (WAI-ARIA APG, 'Window Splitter').
    <div
      role="separator"
      tabIndex={0}
      aria-label={shellTexts.menuWidth}
      aria-orientation="vertical"
      aria-valuemin={DRAWER_MIN_WIDTH_PX}
      aria-valuemax={DRAWER_MAX_WIDTH_PX}
      aria-valuenow={width}
      className={classes.handle}
      onPointerDown={(event) => {
        grip.current = event.clientX - width
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={(event) => {
        if (grip.current !== null) onWidth(withinLimits(event.clientX - grip.current))
      }}
      onPointerUp={letGo}
      onPointerCancel={letGo}
      onKeyDown={(event) => {
        const next = widthAfter(event.key, width)
        if (next === null) return
        // Home and End would scroll the page.
        event.preventDefault()
        onWidth(withinLimits(next))
      }}
    />
  )
}

function widthAfter(key: string, width: number): number | null {
  if (key === 'ArrowLeft') return width - KEY_STEP_PX
  if (key === 'ArrowRight') return width + KEY_STEP_PX
  if (key === 'Home') return DRAWER_MIN_WIDTH_PX
  return key === 'End' ? DRAWER_MAX_WIDTH_PX : null
}

/** Clamps a width to the limits of the drawer, in px. */
export function withinLimits(width: number): number {
  return Math.round(Math.min(DRAWER_MAX_WIDTH_PX, Math.max(DRAWER_MIN_WIDTH_PX, width)))
}
