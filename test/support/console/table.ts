/** A table as a person reads it: without the boxes that select its rows. */
import { screen, within } from '@testing-library/react'

/** The heads of its columns, in order. */
export function heads(): string[] {
  return columnHeads().map(textOf)
}

/** The heads themselves. */
export function columnHeads(): HTMLElement[] {
  return screen.getAllByRole('columnheader').filter(isNoSelection)
}

/** Its rows, each cell as it reads. */
export function cells(container: HTMLElement = document.body): string[][] {
  const [, ...rows] = within(container).getAllByRole('row')
  return rows.map((row) => within(row).queryAllByRole('cell').filter(isNoSelection).map(textOf))
}

/** One column of its rows. */
export function column(head: string): string[] {
  const place = heads().indexOf(head)
  return cells().map((row) => row[place] ?? '')
}

/** Which rows are shown, of how many. */
export function count(): string {
  return screen.getByText(/^(\d+–\d+ of \d+|0 rows)$/).textContent
}

function isNoSelection(cell: HTMLElement): boolean {
  return cell.querySelector('input[type=checkbox]') === null
}

function textOf(element: HTMLElement): string {
  return element.textContent.trim()
}
