/** What a dialog about a row shows, and how deeper ones are opened from it. */
import { createContext, use, type ReactNode } from 'react'
import type { ShapedTable } from '#console/table/shaped-table.ts'
import { formatText } from '#console/rows/formats.ts'

/** A name with its value. */
export interface Fact {
  readonly title: string
  readonly text: string
  /** Drawn instead of the text. */
  readonly node?: ReactNode
  /** For what people look up elsewhere, such as ids. */
  readonly isCopied?: boolean
}

/** One dialog: facts, rows, or both. */
export interface DetailPage {
  readonly title: string
  /** Which record it is about; empty where the record says nothing of itself. */
  readonly name?: string
  /** What to say where there is nothing. */
  readonly empty: string
  readonly facts?: readonly Fact[]
  readonly content?: ShapedTable
  /** Buttons below the facts. */
  readonly actions?: ReactNode
  /** As it was stored, for support. */
  readonly raw?: unknown
}

/** The name of a record from what tells it from others; what is empty or said already is left out. */
export function nameFrom(parts: readonly unknown[]): string {
  const filled = parts.filter((part) => part !== null && part !== undefined && part !== '')
  return [...new Set(filled.map(formatText))].join(' · ')
}

/** Opens a dialog inside a row: the steps lead from the row inwards. */
export type OpenInside = (row: object, path: readonly string[]) => void

export const OpenInsideContext = createContext<OpenInside>(() => {})

/** For cells whose button opens something of their row. */
export function useOpenInside(): OpenInside {
  return use(OpenInsideContext)
}

/** For buttons inside a dialog: the step from it to the next. */
export const StepContext = createContext<(step: string) => void>(() => {})

export function useStep(): (step: string) => void {
  return use(StepContext)
}
