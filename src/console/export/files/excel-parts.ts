/** The fixed parts of a workbook besides its rows (ECMA-376 part 1, sections 12 and 18). */

import type { DateFormat, DateOrder } from '#console/rows/date-format.ts'

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export const EXCEL_TYPE = `${TYPES}.sheet`
export const SHEET_PATH = 'xl/worksheets/sheet1.xml'
export const ABOUT_PATH = 'xl/worksheets/sheet2.xml'

/** The styles of cells, by their index in the style sheet. */
export const STYLE = { usual: 0, time: 1, literal: 2, title: 3 } as const

/** Plain text and numbers; times as the console shows them; text that must not run as a formula; titles. */
const CELL_STYLES = [
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" quotePrefix="1"/>',
  '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" quotePrefix="1"/>',
]

/** Names and contents of the parts. @param dates how times are shown */
export const partsOf = (dates: DateFormat): readonly (readonly [name: string, xml: string])[] => [
  [
    '[Content_Types].xml',
    `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      '<Default Extension="xml" ContentType="application/xml"/>' +
      `<Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>` +
      `<Override PartName="/${SHEET_PATH}" ContentType="${TYPES}.worksheet+xml"/>` +
      `<Override PartName="/${ABOUT_PATH}" ContentType="${TYPES}.worksheet+xml"/>` +
      `<Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `${HEAD}<Relationships xmlns="${RELATIONS}">` +
      `<Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/workbook.xml',
    `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">` +
      '<sheets><sheet name="Rows" sheetId="1" r:id="rId1"/>' +
      '<sheet name="About" sheetId="2" r:id="rId3"/></sheets></workbook>',
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `${HEAD}<Relationships xmlns="${RELATIONS}">` +
      `<Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>` +
      `<Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/>` +
      `<Relationship Id="rId3" Type="${OFFICE}/worksheet" Target="worksheets/sheet2.xml"/></Relationships>`,
  ],
  [
    'xl/styles.xml',
    `${HEAD}<styleSheet xmlns="${MAIN}">` +
      `<numFmts count="1"><numFmt numFmtId="164" formatCode="${timeCode(dates)}"/></numFmts>` +
      `<fonts count="2">${font('')}${font('<b/>')}</fonts>` +
      '<fills count="2"><fill><patternFill patternType="none"/></fill>' +
      '<fill><patternFill patternType="gray125"/></fill></fills>' +
      '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
      '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
      `<cellXfs count="${String(CELL_STYLES.length)}">${CELL_STYLES.join('')}</cellXfs>` +
      '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
  ],
]

const DAY_CODES = {
  'day-first': 'dd\\-mm\\-yyyy',
  'month-first': 'mm\\-dd\\-yyyy',
  'year-first': 'yyyy\\-mm\\-dd',
} as const satisfies Record<DateOrder, string>

/** As `formatDateTime` writes it. */
function timeCode({ clock, order }: DateFormat): string {
  return `${DAY_CODES[order]}\\ hh:mm${clock === '24' ? '' : '\\ AM/PM'}`
}

function font(look: string): string {
  return `<font>${look}<sz val="11"/><name val="Calibri"/><family val="2"/></font>`
}

const COLUMN_WIDTH = 22

/** The sheet up to its first row; the titles stay visible while scrolling. */
export function sheetHead(columns: number): string {
  const cols = `<cols><col min="1" max="${String(columns)}" width="${String(COLUMN_WIDTH)}" customWidth="1"/></cols>`
  return (
    `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' +
    `</sheetView></sheetViews>${cols}<sheetData>`
  )
}

export const SHEET_TAIL = '</sheetData></worksheet>'

/** The sheet that describes the export. @param cell its only cell, A1, in XML */
export function aboutSheet(cell: string): string {
  return (
    `${HEAD}<worksheet xmlns="${MAIN}"><cols><col min="1" max="1" width="120" customWidth="1"/></cols>` +
    `<sheetData><row r="1">${cell}</row></sheetData></worksheet>`
  )
}
