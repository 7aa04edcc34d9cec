/** The edge of the drawer: drag it, or use the arrow keys (console.md section 9: 200 to 500 px). */
import { useRef } from 'react'
import { DRAWER_MAX_WIDTH_PX, DRAWER_MIN_WIDTH_PX } from '#contract/constants.ts'
import classes from '#console/shell/drawer-handle.module.css'

interface DrawerHandleProps {
  readonly width: number
  readonly onWidth: (width: number) => void
}

const KEY_STEP_PX = 20

export function DrawerHandle({ width, onWidth }: DrawerHandleProps) {
  const dragging = useRef(false)
  return (
    // A focusable separator is the pattern for a splitter (WAI-ARIA APG, 'Window Splitter').
    <div
      role="separator"
      tabIndex={0}
      aria-label="Menu width"
      aria-orientation="vertical"
      aria-valuemin={DRAWER_MIN_WIDTH_PX}
      aria-valuemax={DRAWER_MAX_WIDTH_PX}
      aria-valuenow={width}
      className={classes.handle}
      onPointerDown={(event) => {
        dragging.current = true
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={(event) => {
        if (dragging.current) onWidth(withinLimits(event.clientX))
      }}
      onPointerUp={() => {
        dragging.current = false
      }}
      onKeyDown={(event) => {
        if (event.key === 'ArrowLeft') onWidth(withinLimits(width - KEY_STEP_PX))
        if (event.key === 'ArrowRight') onWidth(withinLimits(width + KEY_STEP_PX))
      }}
    />
  )
}

/** A width the drawer may have, in px. */
export function withinLimits(width: number): number {
  return Math.round(Math.min(DRAWER_MAX_WIDTH_PX, Math.max(DRAWER_MIN_WIDTH_PX, width)))
}
