/** What can be done in a table. The same object over all renders, so that rows and heads are not drawn for it. */
import { useLayoutEffect, useRef, useState } from 'react'

export interface TableCommands {
  readonly toggleSort: (id: string) => void
  /** Opens the menu of a column beside what was pressed. */
  readonly openMenu: (id: string, beside: HTMLElement) => void
  /** Puts a column in the place of another. */
  readonly move: (id: string, target: string) => void
  readonly resize: (id: string, width: number) => void
  /** Makes a column as wide as what it holds. */
  readonly fit: (id: string) => void
  readonly open: (row: object) => void
  /** Selects a row or lets it go; `extend` selects all from the last one to it. */
  readonly select: (key: string, extend: boolean) => void
  readonly selectPage: () => void
}

/** Commands that stay the same and do what the newest ones would. */
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
