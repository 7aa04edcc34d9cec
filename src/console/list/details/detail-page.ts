/** What a dialog about a row shows, and how nested dialogs are opened from it. */
import { createContext, use, type ReactNode } from 'react'
import type { ShapedTable } from '#console/table/shaped-table.ts'
import { EMPTY_CELL, formatText } from '#console/rows/formats.ts'
import type { Column } from '#console/table/columns/column-kit.tsx'

/** A label with its value. */
export interface Fact {
  readonly title: string
  readonly text: string
  /** Rendered instead of the text. */
  readonly node?: ReactNode
  /** For values that people look up elsewhere, such as ids. */
  readonly isCopied?: boolean
}

/** One dialog: facts, rows, or both. */
export interface DetailPage {
  readonly title: string
  /** The record's name; empty if the record does not have one. */
  readonly name?: string
  /** The text if there is nothing to show. */
  readonly empty: string
  /** Above the facts. */
  readonly lead?: ReactNode
  readonly facts?: readonly Fact[]
  readonly content?: ShapedTable
  /** Buttons below the facts. */
  readonly actions?: ReactNode
  /** What the thing leads to, below everything else. */
  readonly more?: ReactNode
  /** What is stored, for support, folded. */
  readonly raw?: readonly RawValue[]
}

/** A stored value, with the words of the buttons that show and hide it. */
export interface RawValue {
  readonly show: string
  readonly hide: string
  readonly value: unknown
}

/** The name of a record, made from its identifying values; empty and repeated ones are left out. */
export function nameFrom(parts: readonly unknown[]): string {
  const filled = parts.filter((part) => part !== null && part !== undefined && part !== '')
  return [...new Set(filled.map(formatText))].join(' · ')
}

/** The name of a row by its first two columns, such as 'WH-01-02 · 17'. */
export function rowName(row: object, columns: readonly Column<object>[]): string {
  const texts = columns.slice(0, 2).map((column) => column.text(row))
  return nameFrom(texts.filter((text) => text !== EMPTY_CELL))
}

/** Opens a dialog inside a row; the path goes from the row inwards. */
export type OpenInside = (row: object, path: readonly string[]) => void

export const OpenInsideContext = createContext<OpenInside>(() => {})

/** For cells with a button that opens something inside their row. */
export function useOpenInside(): OpenInside {
  return use(OpenInsideContext)
}

/** For buttons inside a dialog: opens the next step. */
export const StepContext = createContext<(step: string) => void>(() => {})

export function useStep(): (step: string) => void {
  return use(StepContext)
}
