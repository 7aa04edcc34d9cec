/** How the cells of a column compare: as texts if any of them is one, otherwise as numbers. */
import { compareTexts } from '#console/data/engine/collate.ts'
import type { CellValue } from '#console/data/engine/types.ts'

export interface CellOrder {
  /** Compares cells that do not come last. */
  readonly compare: (a: CellValue, b: CellValue) => number
  /** Whether a cell comes after all others, in both directions. */
  readonly isLast: (value: CellValue) => boolean
}

/** @param hasTexts whether any cell of the column is a text */
export function cellOrder(hasTexts: boolean): CellOrder {
  return hasTexts ? { compare: byText, isLast: isEmpty } : { compare: byNumber, isLast: isNoNumber }
}

/** Whether a cell makes its column one of texts. */
export function isText(value: CellValue): boolean {
  return typeof value === 'string' && value !== ''
}

export function isEmpty(value: CellValue): boolean {
  return value === null || value === ''
}

function byText(a: CellValue, b: CellValue): number {
  return compareTexts(String(a), String(b))
}

function byNumber(a: CellValue, b: CellValue): number {
  return Number(a) - Number(b)
}

function isNoNumber(value: CellValue): boolean {
  return isEmpty(value) || Number.isNaN(Number(value))
}
