/** JSON: a list of the rows by field name; times in UTC (ISO 8601). */
import type {
  ExportCell,
  ExportFile,
  ExportPlan,
  ExportRow,
} from '#console/export/files/export-plan.ts'

export function jsonFile({ columns }: ExportPlan): ExportFile {
  // Written out by hand, because a field may be called `__proto__`.
  const names = columns.map(({ id, isDate }) => ({ key: JSON.stringify(id), isDate }))
  const rowText = (row: ExportRow): string => {
    const fields = names.map(({ key, isDate }, place) => `${key}:${jsonCell(row[place], isDate)}`)
    return `{${fields.join(',')}}`
  }
  const parts = ['[']
  let isFirst = true
  return {
    add: async (rows) => {
      if (rows.length === 0) return
      parts.push(isFirst ? '\n' : ',\n', rows.map(rowText).join(',\n'))
      isFirst = false
    },
    finish: async () => new Blob([...parts, '\n]\n'], { type: 'application/json' }),
  }
}

function jsonCell(cell: ExportCell | undefined, isDate: boolean): string {
  if (typeof cell === 'number' && isDate) return JSON.stringify(utc(cell))
  return JSON.stringify(cell ?? null)
}

function utc(at: number): string {
  return new Date(at).toISOString()
}
