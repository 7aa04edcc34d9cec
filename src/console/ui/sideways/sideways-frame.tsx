/** The frame of a table that may be wider than its place. The page stays still, and the frame scrolls. */
import { useEffect, useState, type ReactNode } from 'react'

interface SidewaysFrameProps {
  readonly className: string | undefined
  readonly label: string
  readonly children: ReactNode
}

/** A frame that scrolls is reachable by keyboard. One that does not is no stop on the way. */
export function SidewaysFrame({ className, label, children }: SidewaysFrameProps) {
  const [frame, setFrame] = useState<HTMLDivElement | null>(null)
  const [scrolls, setScrolls] = useState(false)
  useEffect(() => {
    if (frame === null) return
    const observer = new ResizeObserver(() => setScrolls(frame.scrollWidth > frame.clientWidth))
    for (const each of [frame, ...frame.children]) observer.observe(each)
    return () => observer.disconnect()
  }, [frame])
  const reachable = scrolls && ({ tabIndex: 0, role: 'group', 'aria-label': label } as const)
  return (
    <div ref={setFrame} className={className} {...reachable}>
      {children}
    </div>
  )
}
