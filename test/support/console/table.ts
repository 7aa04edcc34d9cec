/** A table as a person reads it: without the checkboxes of its rows. */
import { screen, within } from '@testing-library/react'

/** The column headings in order. */
export function heads(): string[] {
  return columnHeads().map(textOf)
}

/** The heading elements. */
export function columnHeads(): HTMLElement[] {
  return screen.getAllByRole('columnheader').filter(isNoSelection)
}

/** The rows as the texts of their cells. */
export function cells(container: HTMLElement = document.body): string[][] {
  const [, ...rows] = within(container).getAllByRole('row')
  return rows.map((row) => within(row).queryAllByRole('cell').filter(isNoSelection).map(textOf))
}

/** The cells of a row by the titles of their columns, in whatever order those are. */
export function byHead(
  titles: readonly string[],
  row: readonly string[],
): Map<string, string | undefined> {
  return new Map(titles.map((title, nth) => [title, row[nth]]))
}

/** The texts of one column. */
export function column(head: string): string[] {
  const place = heads().indexOf(head)
  return cells().map((row) => row[place] ?? '')
}

/** The range of shown rows and their total. */
export function count(): string {
  return screen.getByText(/^(\d+–\d+ of \d+|0 rows)$/).textContent
}

function isNoSelection(cell: HTMLElement): boolean {
  return cell.querySelector('input[type=checkbox]') === null
}

function textOf(element: HTMLElement): string {
  return element.textContent.trim()
}
