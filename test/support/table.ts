/** A table as a person reads it. */
import { screen, within } from '@testing-library/react'

/** The heads of its columns, in order. */
export function heads(): string[] {
  return screen.getAllByRole('columnheader').map(textOf)
}

/** Its rows, each cell as it reads. */
export function cells(container: HTMLElement = document.body): string[][] {
  const [, ...rows] = within(container).getAllByRole('row')
  return rows.map((row) => within(row).queryAllByRole('cell').map(textOf))
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

function textOf(element: HTMLElement): string {
  return element.textContent.trim()
}
