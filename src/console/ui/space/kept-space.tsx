/** Space for what is known only after the first paint, so that nothing below it moves when it comes. */
import { useEffect, useRef, type ReactNode } from 'react'
import classes from '#console/ui/space/kept-space.module.css'

interface KeptSpaceProps {
  /** Names it on this device. */
  readonly name: string
  /** Whether the content is complete. Until then it is at least as high as it was at the last visit. */
  readonly isSettled: boolean
  readonly children?: ReactNode
}

export function KeptSpace({ name, isSettled, children }: KeptSpaceProps) {
  const space = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isSettled) keep(name, space.current?.offsetHeight ?? 0)
  })
  return (
    <div
      ref={space}
      className={classes.space}
      style={isSettled ? undefined : { minHeight: keptHeight(name) }}
    >
      {children}
    </div>
  )
}

/** In px; 0 if the window had another width then. */
function keptHeight(name: string): number {
  try {
    const [width, height] = (localStorage.getItem(keyOf(name)) ?? '').split(' ')
    return Number(width) === window.innerWidth ? Number(height) : 0
  } catch {
    return 0
  }
}

function keep(name: string, height: number): void {
  const kept = `${String(window.innerWidth)} ${String(height)}`
  try {
    if (localStorage.getItem(keyOf(name)) !== kept) localStorage.setItem(keyOf(name), kept)
  } catch {
    // A device that stores nothing keeps no space.
  }
}

function keyOf(name: string): string {
  return `dockside.height.${name}`
}
