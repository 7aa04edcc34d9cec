/** The page around a table that is a React component: what opens a dialog draws it anew. */
import { useLayoutEffect, useState, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { flushSync } from 'react-dom'

let root: Root | null = null
let toggle = (): void => undefined

interface HostProps {
  /** Makes the table; called at every drawing of the page. */
  readonly table: () => ReactNode
}

function Host({ table }: HostProps) {
  const [isOpen, setOpen] = useState(false)
  useLayoutEffect(() => {
    toggle = () => setOpen(!isOpen)
  })
  return (
    <>
      {isOpen && <div role="dialog">Details</div>}
      {table()}
    </>
  )
}

export function mountHost(
  element: HTMLElement,
  around: (page: ReactNode) => ReactNode,
  table: () => ReactNode,
): void {
  const made = createRoot(element)
  root = made
  flushSync(() => made.render(around(<Host table={table} />)))
}

export function unmountHost(): void {
  const old = root
  root = null
  flushSync(() => old?.unmount())
}

export function openDialog(): void {
  flushSync(() => toggle())
}
