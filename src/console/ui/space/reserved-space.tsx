/** Reserves the height of content that loads after the first paint, so that what is below it does not move. */
import { useEffect, useRef, type ReactNode } from 'react'
import classes from '#console/ui/space/reserved-space.module.css'

interface ReservedSpaceProps {
  /** The device remembers the height under this name. */
  readonly name: string
  /** Whether the content is complete. Until then the space is at least as high as at the last visit. */
  readonly isSettled: boolean
  readonly children?: ReactNode
}

/** Remembers the height of complete content on this device, and reserves it at the next visit. */
export function ReservedSpace({ name, isSettled, children }: ReservedSpaceProps) {
  const space = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isSettled) remember(name, space.current?.offsetHeight ?? 0)
  })
  return (
    <div
      ref={space}
      className={classes.space}
      style={isSettled ? undefined : { minHeight: rememberedHeight(name) }}
    >
      {children}
    </div>
  )
}

/** In px; 0 if the window had another width then, or nothing is remembered. */
function rememberedHeight(name: string): number {
  try {
    const [width, height] = (localStorage.getItem(keyOf(name)) ?? '').split(' ')
    return Number(width) === window.innerWidth ? Number(height) : 0
  } catch {
    return 0
  }
}

function remember(name: string, height: number): void {
  const next = `${String(window.innerWidth)} ${String(height)}`
  try {
    if (localStorage.getItem(keyOf(name)) !== next) localStorage.setItem(keyOf(name), next)
  } catch {
    // A device that stores nothing reserves nothing.
  }
}

function keyOf(name: string): string {
  return `dockside.height.${name}`
}
