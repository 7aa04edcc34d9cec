/**
 * What a printer gets instead of the screen: title, filters and age, then all rows of the table with its visible
 * columns. The browser repeats the headings on each page.
 */
import { useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { EXPORT_EXCUSE_MS } from '#contract/constants.ts'
import { tableTexts } from '#contract/texts/table-texts.ts'
import { aboutRows } from '#console/export/about-rows.ts'
import type { ExportSource } from '#console/export/export-source.ts'
import { aboutInWords } from '#console/export/files/about.ts'
import { allowHiddenUntil } from '#console/session/clock.ts'
import classes from '#console/export/print-sheet.module.css'

/** About forty pages; a longer list is a file's job. */
const MAX_ROWS = 2_000

interface PrintSheetProps {
  readonly source: ExportSource
}

/** Takes the place of the screen while it is printed, unless a dialog is open, which is printed as it is. */
export function PrintSheet({ source }: PrintSheetProps) {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const root = document.documentElement
    const begin = (): void => {
      // The browser may cover the page with its preview, which must not count as absence.
      allowHiddenUntil(Date.now() + EXPORT_EXCUSE_MS)
      if (document.querySelector('[role=dialog]')) return
      root.dataset['printing'] = ''
      // The browser draws the page as soon as this event is over.
      flushSync(() => setPrinting(true))
    }
    const end = (): void => {
      delete root.dataset['printing']
      setPrinting(false)
    }
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
      end()
    }
  }, [])
  return isPrinting && createPortal(<Sheet source={source} />, document.body)
}

function Sheet({ source }: PrintSheetProps) {
  const { table, shown: columns, counts } = source
  const scope = counts.selected > 0 ? 'selected' : 'filtered'
  const rows = source.rowsOf(scope)
  return (
    <section className={classes.sheet} aria-label={table}>
      <h1>{table}</h1>
      <p>{aboutInWords(aboutRows(source, scope, rows.length), tableTexts.aboutPrint)}</p>
      {rows.length > MAX_ROWS && <p>{tableTexts.printedRows(MAX_ROWS, rows.length)}</p>}
      <table>
        <thead>
          <tr>
            {columns.map(({ id, title }) => (
              <th key={id} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MAX_ROWS).map((row, nth) => (
            // Nothing changes while it is printed.
            <tr key={nth}>
              {columns.map((column) => (
                <td
                  key={column.id}
                  className={column.kind === 'quantity' ? classes.number : undefined}
                >
                  {column.text(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
