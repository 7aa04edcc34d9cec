/**
 * A workbook (`.xlsx`): a sheet with the titles and the rows, and one that describes the export. It is written
 * row by row, so that neither all rows nor the text of the sheet are ever in memory.
 */
import { tableTexts } from '#contract/texts/table-texts.ts'
import { aboutInWords } from '#console/export/files/about.ts'
import {
  EXCEL_TYPE,
  ABOUT_PATH,
  aboutSheet,
  partsOf,
  SHEET_PATH,
  SHEET_TAIL,
  sheetHead,
  STYLE,
} from '#console/export/files/excel-parts.ts'
import { cellXml } from '#console/export/files/excel-text.ts'
import type { ExportCell, ExportFile, ExportPlan } from '#console/export/files/export-plan.ts'
import { runsAsFormula } from '#console/export/files/formulas.ts'
import { formatDateTime } from '#console/rows/formats.ts'
import { openEntry, zipOf } from '#console/export/files/zip.ts'

/** Excel's limit of lines per sheet. */
const SHEET_MAX_ROWS = 1_048_576
const TITLE_ROWS = 1

/** @throws Error if the rows do not fit on a sheet; its message can be displayed */
export function excelFile({ columns, about, dateFormat }: ExportPlan): ExportFile {
  if (about.rows + TITLE_ROWS > SHEET_MAX_ROWS) throw new Error(tableTexts.tooManyForExcel)
  const letters = columns.map((_, place) => columnLetters(place))
  const sheet = openEntry(SHEET_PATH)
  let line = 0
  const lineOf = (cells: readonly string[]): string => {
    const number = String(line + 1)
    line += 1
    const xml = cells.map((cell, place) =>
      cell === '' ? '' : `<c r="${letters[place] ?? ''}${number}"${cell}</c>`,
    )
    return `<row r="${number}">${xml.join('')}</row>`
  }
  const begun = sheet.write(
    sheetHead(columns.length) + lineOf(columns.map(({ title }) => textXml(title, STYLE.title))),
  )
  return {
    add: async (rows) => {
      await begun
      const lines = rows.map((row) =>
        lineOf(row.map((cell, place) => excelCell(cell, columns[place]?.isDate === true))),
      )
      await sheet.write(lines.join(''))
    },
    finish: async () => {
      await begun
      await sheet.write(SHEET_TAIL)
      const aboutText = `<c r="A1"${textXml(aboutInWords(about), STYLE.usual)}</c>`
      const others = [...partsOf(dateFormat), [ABOUT_PATH, aboutSheet(aboutText)] as const]
      const parts = others.map(async ([name, xml]) => {
        const part = openEntry(name)
        await part.write(xml)
        return part.close()
      })
      return zipOf([...(await Promise.all(parts)), await sheet.close()], EXCEL_TYPE)
    },
  }
}

/** The XML from `<c r="A1"` to `</c>`: type, style and value; empty for an empty cell. */
function excelCell(cell: ExportCell, isDate: boolean): string {
  if (cell === null) return ''
  if (typeof cell === 'boolean') return ` t="b"><v>${cell ? '1' : '0'}</v>`
  if (typeof cell === 'string') {
    return textXml(cell, runsAsFormula(cell) ? STYLE.literal : STYLE.usual)
  }
  if (!isDate) return `><v>${String(cell)}</v>`
  const serial = serialOf(cell)
  if (serial < FIRST_DAY || serial >= DAY_AFTER_LAST)
    return textXml(formatDateTime(new Date(cell).toISOString()), STYLE.usual)
  return ` s="${String(STYLE.time)}"><v>${String(serial)}</v>`
}

/** Text is never a formula; the style 'literal' keeps it text when a person edits the cell. */
function textXml(text: string, style: number): string {
  const look = style === STYLE.usual ? '' : ` s="${String(style)}"`
  return `${look} t="inlineStr"><is><t xml:space="preserve">${cellXml(text)}</t></is>`
}

const DAY_MS = 86_400_000
/** 1 January 1970 in Excel's day count. */
const UNIX_DAY = 25_569
/** 1 March 1900; Excel counts earlier days as if 1900 had been a leap year. */
const FIRST_DAY = 61
/** 1 January 10000; Excel knows no later day than the one before. */
const DAY_AFTER_LAST = 2_958_466

/** A time in the device's time zone as Excel's day count. */
function serialOf(at: number): number {
  const local = at - new Date(at).getTimezoneOffset() * 60_000
  return local / DAY_MS + UNIX_DAY
}

/** The letters of a column: `A` … `Z`, `AA` …. */
function columnLetters(place: number): string {
  const last = String.fromCharCode(65 + (place % 26))
  return place < 26 ? last : columnLetters(Math.floor(place / 26) - 1) + last
}
