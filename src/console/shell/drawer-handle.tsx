/** The edge of the drawer, moved by dragging or with the keys (specification.md section 9: 200 to 500 px). */
import { useEffect, useRef, type PointerEvent } from 'react'
import { DRAWER_MAX_WIDTH_PX, DRAWER_MIN_WIDTH_PX } from '#contract/constants.ts'
import { shellTexts } from '#contract/texts/shell-texts.ts'
import classes from '#console/shell/drawer-handle.module.css'

interface DrawerHandleProps {
  readonly width: number
  readonly onWidth: (width: number) => void
}

const KEY_STEP_PX = 20

interface Grip {
  /** The pointer's distance from the edge, in px. */
  readonly offset: number
  readonly stop: AbortController
}

function preventDefault(event: Event): void {
  event.preventDefault()
}

export function DrawerHandle({ width, onWidth }: DrawerHandleProps) {
  /** While the edge is dragged; otherwise null. */
  const grip = useRef<Grip | null>(null)
  const follow = ({ clientX }: PointerEvent): void => {
    if (grip.current) onWidth(withinLimits(clientX - grip.current.offset))
  }
  const letGo = (): void => {
    grip.current?.stop.abort()
    grip.current = null
  }
  useEffect(() => () => grip.current?.stop.abort(), [])
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
      onMouseDown={(event) => {
        // The browser looks for something to drag where the press began. Once the edge has moved, that may be a link,
        // and dragging the link would end the drag of the edge.
        event.preventDefault()
        event.currentTarget.focus({ preventScroll: true })
      }}
      onPointerDown={(event) => {
        letGo()
        const stop = new AbortController()
        grip.current = { offset: event.clientX - width, stop }
        // A finger that rests on the edge starts a drag without a press of the mouse.
        document.addEventListener('dragstart', preventDefault, { signal: stop.signal })
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={follow}
      onPointerUp={(event) => {
        follow(event)
        letGo()
      }}
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
