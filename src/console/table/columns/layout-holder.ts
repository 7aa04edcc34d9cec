/** Who holds the layout of a table instead of the memory of the device: a saved view that is open. */
import { createContext } from 'react'
import type { TableLayout } from '#console/table/columns/table-layout.ts'

export interface LayoutHolder {
  /** The layout to show; null for the stored one. */
  readonly layout: TableLayout | null
  readonly onLayout: (layout: TableLayout) => void
  /** Told what the table shows, for a view that is saved from it. */
  readonly onShown: (layout: TableLayout) => void
}

export const LayoutHolderContext = createContext<LayoutHolder | null>(null)
