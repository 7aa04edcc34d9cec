/**
 * The actions of a table. The object is the same over all renders, so that it does not cause rows
 * and headers to render.
 */
import { useLayoutEffect, useRef, useState } from 'react'

export interface TableCommands {
  readonly toggleSort: (id: string) => void
  /** Opens the menu of a column next to the pressed element. */
  readonly openMenu: (id: string, beside: HTMLElement) => void
  /** Moves a column to the place of another. */
  readonly move: (id: string, target: string) => void
  readonly resize: (id: string, width: number) => void
  /** Fits a column's width to its content. */
  readonly fit: (id: string) => void
  readonly open: (row: object) => void
  /** Selects or deselects a row; `extend` selects the range from the last one. */
  readonly select: (key: string, extend: boolean) => void
  readonly selectPage: () => void
}

/** Commands with a stable identity that call the latest versions. */
export function useStableCommands(newest: TableCommands): TableCommands {
  const kept = useRef(newest)
  useLayoutEffect(() => {
    kept.current = newest
  })
  const [steady] = useState<TableCommands>(() => ({
    toggleSort: (id) => kept.current.toggleSort(id),
    openMenu: (id, beside) => kept.current.openMenu(id, beside),
    move: (id, target) => kept.current.move(id, target),
    resize: (id, width) => kept.current.resize(id, width),
    fit: (id) => kept.current.fit(id),
    open: (row) => kept.current.open(row),
    select: (key, extend) => kept.current.select(key, extend),
    selectPage: () => kept.current.selectPage(),
  }))
  return steady
}
