/** The page around a table that is a React component; opening a dialog re-renders it. */
import { useLayoutEffect, useState, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { flushSync } from 'react-dom'

interface Shown {
  readonly table: (() => ReactNode) | null
}

let root: Root | null = null
/** The wrapper may delay the table at first, as a router does that reads the address. */
let shown: Shown = { table: null }
let redraw = (): void => undefined
let toggle = (): void => undefined

function Host() {
  const [{ table }, setTable] = useState(shown)
  const [isOpen, setOpen] = useState(false)
  useLayoutEffect(() => {
    redraw = () => setTable(shown)
    toggle = () => setOpen(!isOpen)
  })
  return (
    <>
      {isOpen && <div role="dialog">Details</div>}
      {table?.()}
    </>
  )
}

function show(table: Shown['table']): void {
  shown = { table }
  redraw()
}

/**
 * Mounts a table on the page. The wrapper, such as the theme, is mounted with the first table and stays, as in an
 * application that shows one screen after the other.
 * @param table makes the table; called at every drawing of the page
 */
export function mountHost(
  element: HTMLElement,
  around: (page: ReactNode) => ReactNode,
  table: () => ReactNode,
): void {
  if (!root) {
    const made = createRoot(element)
    root = made
    flushSync(() => made.render(around(<Host />)))
  }
  flushSync(() => show(table))
}

export function unmountHost(): void {
  flushSync(() => show(null))
}

export function openDialog(): void {
  flushSync(() => toggle())
}
