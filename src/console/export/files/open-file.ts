/** Opens a file in the chosen format. */
import { csvFile } from '#console/export/files/csv-file.ts'
import { excelFile } from '#console/export/files/excel-file.ts'
import type { ExportFile, ExportFormat, ExportPlan } from '#console/export/files/export-plan.ts'
import { setDateFormat } from '#console/rows/date-format.ts'
import { jsonFile } from '#console/export/files/json-file.ts'

const FILES: Readonly<Record<ExportFormat, (plan: ExportPlan) => ExportFile>> = {
  CSV: csvFile,
  JSON: jsonFile,
  Excel: excelFile,
}

export function openFile(plan: ExportPlan): ExportFile {
  // A worker does not know what the person has chosen. In the page this changes nothing.
  setDateFormat(plan.dateFormat)
  return FILES[plan.format](plan)
}
