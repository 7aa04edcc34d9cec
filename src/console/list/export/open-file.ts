/** The file of each format. */
import { csvFile } from '#console/list/export/csv-file.ts'
import { excelFile } from '#console/list/export/excel-file.ts'
import type { ExportFile, ExportFormat, ExportPlan } from '#console/list/export/export-plan.ts'
import { jsonFile } from '#console/list/export/json-file.ts'

const FILES: Readonly<Record<ExportFormat, (plan: ExportPlan) => ExportFile>> = {
  CSV: csvFile,
  JSON: jsonFile,
  Excel: excelFile,
}

export function openFile(plan: ExportPlan): ExportFile {
  return FILES[plan.format](plan)
}
